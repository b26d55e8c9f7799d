/** Reads tools and their versions for administrators. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import type { StoredTool, StoredVersion } from '../stored.ts';

export async function findTool(reader: Writer, name: string): Promise<StoredTool | null> {
  const [tool] = await toolsWhere(reader, Prisma.sql`t.name = ${name}`);
  return tool ?? null;
}

export interface ToolPage {
  /** The last name of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The last changed first. */
export function listTools(reader: Writer, { before, limit }: ToolPage): Promise<StoredTool[]> {
  const older = Prisma.sql`t.revision < (SELECT b.revision FROM tool AS b WHERE b.name = ${before})`;
  const shown = before === undefined ? Prisma.sql`true` : older;
  return toolsWhere(reader, Prisma.sql`${shown} ORDER BY t.revision DESC LIMIT ${limit}`);
}

/** The largest value of an integer column. A larger number is never a version. */
const VERSION_MAX = 2_147_483_647;

export async function findToolVersion(reader: Writer, name: string, version: number): Promise<StoredVersion | null> {
  if (version > VERSION_MAX) return null;
  const [found] = await rowsOf<StoredVersion>(
    reader,
    Prisma.sql`
      SELECT name, version, digest, manifest, published_at AS "publishedAt", published_by AS "publishedBy"
      FROM tool_version WHERE name = ${name} AND version = ${version}::integer`,
  );
  return found ?? null;
}

/** The version of a tool with this content; null: it is not published. */
export async function findDigest(reader: Writer, name: string, digest: string): Promise<number | null> {
  const [found] = await rowsOf<{ version: number }>(
    reader,
    Prisma.sql`SELECT version FROM tool_version WHERE name = ${name} AND digest = ${digest}`,
  );
  return found?.version ?? null;
}

/** The last versions of a tool, latest first, without their manifests. */
export const listToolVersions = (
  reader: Writer,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<Omit<StoredVersion, 'manifest'>[]> =>
  rowsOf(
    reader,
    Prisma.sql`
      SELECT name, version, digest, published_at AS "publishedAt", published_by AS "publishedBy"
      FROM tool_version WHERE name = ${name} ORDER BY version DESC LIMIT ${limit}`,
  );

const toolsWhere = (reader: Writer, where: Prisma.Sql): Promise<StoredTool[]> =>
  rowsOf(
    reader,
    Prisma.sql`
      SELECT t.name, t.active_version AS "activeVersion", t.retired_at AS "retiredAt", t.changed_at AS "changedAt",
             (SELECT max(v.version) FROM tool_version AS v WHERE v.name = t.name) AS "latestVersion"
      FROM tool AS t WHERE ${where}`,
  );

export interface OfferedRunner {
  readonly tool: string;
  readonly version: number;
  readonly kind: 'http' | 'mcp' | 'openapi' | 'pull';
  /** Null for a runner that asks for its work. */
  readonly url: string | null;
  /** The name of its secret; null: it needs none. */
  readonly secret: string | null;
}

/** The runners of all tools on offer, by name. Reads every manifest that is offered: rarely. */
export const readRunners = (reader: Writer): Promise<OfferedRunner[]> =>
  rowsOf(
    reader,
    Prisma.sql`
      SELECT v.name AS tool, v.version, v.manifest::json #>> '{runner,kind}' AS kind, v.manifest::json #>> '{runner,url}' AS url,
             v.manifest::json #>> '{runner,secret}' AS secret
      FROM tool AS t JOIN tool_version AS v ON v.name = t.name AND v.version = t.active_version ORDER BY v.name`,
  );
