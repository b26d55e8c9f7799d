/**
 * Reads and writes templates. Every query names the project, so a template of another project gives the same answer as
 * one that does not exist.
 */
import { hash } from 'node:crypto';
import type { TemplateContent } from '../expand.ts';
import type { Template, TemplateSummary } from '@farebox/contract';
import { type Database, type Instant, Prisma, timestamp } from '@farebox/db';
import type { AskedTemplate } from '../asked.ts';

export interface SavedTemplate {
  readonly projectId: string;
  readonly keyId: string;
  readonly name: string;
  readonly content: TemplateContent;
  /** Whether the name refers to this version from now on. */
  readonly activate: boolean;
}

/** The version to which `@name` refers. */
export interface OfferedTemplate {
  readonly name: string;
  readonly version: number;
  readonly content: TemplateContent;
}

export interface TemplateStore {
  /** Null if the project or the template has reached its limit. */
  readonly save: (template: SavedTemplate) => Promise<Template | null>;
  readonly list: (projectId: string) => Promise<readonly TemplateSummary[]>;
  /** If `version` is null, reads the active version, or the latest one if none is active. */
  readonly read: (projectId: string, asked: AskedTemplate) => Promise<Template | null>;
  /** Null if there is no such version. */
  readonly activate: (projectId: string, name: string, version: number) => Promise<Template | null>;
  readonly archive: (projectId: string, name: string) => Promise<Template | null>;
  /** Null if the template is archived, or has no such version. */
  readonly offered: (projectId: string, asked: AskedTemplate) => Promise<OfferedTemplate | null>;
  /** The active version of every template that has one and is not archived, ordered by name. */
  readonly allOffered: (projectId: string) => Promise<readonly OfferedTemplate[]>;
}

interface Row {
  readonly name: string;
  readonly latest: number;
  readonly active: number | null;
  readonly archived_at: Instant | null;
  readonly updated_at: Instant;
}

interface VersionRow extends Row {
  readonly version: number;
  readonly content: TemplateContent;
  readonly created_at: Instant;
}

/** The largest value of an integer column. A larger number is never a version. */
const VERSION_MAX = 2_147_483_647;

export function createTemplateStore(database: Database): TemplateStore {
  const read: TemplateStore['read'] = async (projectId, { name, version }) => {
    if (version !== null && version > VERSION_MAX) return null;
    const [row] = await database.rows<VersionRow>(Prisma.sql`
      SELECT t.name, t.latest, t.active, t.archived_at, t.updated_at, v.version, v.content, v.created_at
      FROM template AS t JOIN template_version AS v
        ON v.project_id = t.project_id AND v.name = t.name AND v.version = coalesce(${version}::integer, t.active, t.latest)
      WHERE t.project_id = ${projectId} AND t.name = ${name}`);
    return row === undefined ? null : templateOf(row);
  };

  return {
    read,
    async save({ projectId, keyId, name, content, activate }) {
      const text = JSON.stringify(content);
      const [row] = await database.rows<{ version: number | null }>(Prisma.sql`
        SELECT template_save(${projectId}, ${name}, ${text}::json, decode(${hash('sha256', text)}, 'hex'), ${keyId}, ${activate}) AS version`);
      const version = row?.version ?? null;
      return version === null ? null : read(projectId, { name, version });
    },
    async list(projectId) {
      const rows = await database.rows<Row>(Prisma.sql`
        SELECT name, latest, active, archived_at, updated_at FROM template WHERE project_id = ${projectId} ORDER BY name`);
      return rows.map(summaryOf);
    },
    async activate(projectId, name, version) {
      const rows = await database.rows(Prisma.sql`
        UPDATE template SET active = ${version}::integer, archived_at = NULL, updated_at = instant()
        WHERE project_id = ${projectId} AND name = ${name} AND latest >= ${version}::integer RETURNING name`);
      return rows.length === 0 ? null : read(projectId, { name, version });
    },
    async archive(projectId, name) {
      await database.rows(Prisma.sql`
        UPDATE template SET archived_at = instant(), updated_at = instant()
        WHERE project_id = ${projectId} AND name = ${name} AND archived_at IS NULL RETURNING name`);
      return read(projectId, { name, version: null });
    },
    async offered(projectId, { name, version }) {
      const [row] = await database.rows<OfferedTemplate>(Prisma.sql`
        ${OFFERED} AND v.version = coalesce(${version}::integer, t.active) WHERE t.project_id = ${projectId} AND t.name = ${name} AND t.archived_at IS NULL`);
      return row ?? null;
    },
    allOffered: (projectId) =>
      database.rows<OfferedTemplate>(Prisma.sql`
        ${OFFERED} AND v.version = t.active WHERE t.project_id = ${projectId} AND t.archived_at IS NULL ORDER BY t.name`),
  };
}

const OFFERED = Prisma.sql`
  SELECT t.name, v.version, v.content FROM template AS t JOIN template_version AS v ON v.project_id = t.project_id AND v.name = t.name`;

const summaryOf = ({ name, latest, active, archived_at: archived, updated_at: updated }: Row): TemplateSummary => ({
  name,
  tool: `@${name}`,
  activeVersion: active,
  latestVersion: latest,
  archivedAt: archived === null ? null : timestamp(archived),
  updatedAt: timestamp(updated),
});

const templateOf = (row: VersionRow): Template => ({
  ...summaryOf(row),
  version: row.version,
  createdAt: timestamp(row.created_at),
  ...(row.content as Pick<Template, 'parameters' | 'steps'>),
});
