/** Reads the work that waits and its owners, so that a worker can divide its places. Reads only; the claim decides. */
import { type Database, Prisma } from '@farebox/db';
import { boundedMap, type Engine, groupQueries } from '@farebox/kernel';
import { textArray } from '../sql-codec.ts';
import { GROUPING } from './grouping.ts';
import type { ExecutionRef } from './leased.ts';

/** An execution and its owners. */
export interface OwnedExecution extends ExecutionRef {
  readonly organizationId: string;
  readonly keyLineage: string;
}

export interface Standing extends OwnedExecution {
  /** False if it is running, under review or ended: then its claim needs no turn. */
  readonly waits: boolean;
}

interface OwnedRow {
  readonly organization_id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly id: string;
}

export interface FairnessStore {
  /** The oldest waiting execution of each project, at most PROJECTS_MAX. The next call begins after the last of them. */
  readonly waiting: () => Promise<readonly OwnedExecution[]>;
  /** The oldest waiting execution of each key of a project, among its oldest KEYS_AMONG. */
  readonly waitingKeys: (projectId: string) => Promise<readonly OwnedExecution[]>;
  /** Null if it does not exist. */
  readonly standing: (execution: ExecutionRef) => Promise<Standing | null>;
  /** Queried once per project, because it never changes. Null if the project does not exist. */
  readonly organizationOf: (projectId: string) => Promise<string | null>;
  /** Resolves to true if a worker of this engine holds an execution of the organization. */
  readonly isRunning: (organizationId: string) => Promise<boolean>;
  /** Adds CPU seconds of a project's failed work, which is not charged. */
  readonly countFreeCpu: (projectId: string, seconds: number) => Promise<void>;
  /** Organizations that have used up their free CPU time of this hour. */
  readonly overFreeCpuBudget: (budgetSeconds: number) => Promise<ReadonlySet<string>>;
}

const PROJECTS_MAX = 256;
/** More than the largest batch, so that a batch hides no other key of its project. */
const KEYS_AMONG = 1024;
/** Beyond it the oldest is evicted and queried again. */
const KNOWN_MAX = 10_000;

export function createFairnessStore(database: Database, engine: Engine): FairnessStore {
  let after = '';
  return {
    async waiting() {
      const rows = await database.rows<OwnedRow>(
        Prisma.sql`SELECT * FROM execution_waiting(${engine}, ${after}, ${PROJECTS_MAX}::integer)`,
      );
      after = rows.length < PROJECTS_MAX ? '' : (rows.at(-1)?.project_id ?? '');
      return rows.map(ownedOf);
    },
    async waitingKeys(projectId) {
      const rows = await database.rows<OwnedRow>(
        Prisma.sql`SELECT * FROM execution_waiting_keys(${projectId}, ${engine}, ${KEYS_AMONG}::integer)`,
      );
      return rows.map(ownedOf);
    },
    standing: createStanding(database),
    organizationOf: createOrganizations(database),
    async isRunning(organizationId) {
      const [row] = await database.rows<{ running: boolean }>(
        Prisma.sql`SELECT organization_is_running(${organizationId}, ${engine}) AS running`,
      );
      return row?.running === true;
    },
    async countFreeCpu(projectId, seconds) {
      await database.rows(Prisma.sql`SELECT project_free_cpu_add(${projectId}, ${seconds}::double precision)`);
    },
    async overFreeCpuBudget(budgetSeconds) {
      const rows = await database.rows<{ organization_id: string }>(Prisma.sql`
        SELECT organization_id FROM organization_free_cpu_exceeded(${budgetSeconds}::double precision) AS exceeded (organization_id)`);
      return new Set(rows.map(({ organization_id }) => organization_id));
    },
  };
}

function createStanding(database: Database): FairnessStore['standing'] {
  return groupQueries<ExecutionRef, Standing | null>(async (wanted) => {
    const projects = textArray(wanted.map(({ projectId }) => projectId));
    const ids = textArray(wanted.map(({ id }) => id));
    const rows = await database.rows<OwnedRow & { readonly waits: boolean }>(
      Prisma.sql`SELECT * FROM execution_standing(${projects}::text[], ${ids}::text[])`,
    );
    const known = new Map(rows.map((row) => [row.id, { ...ownedOf(row), waits: row.waits }]));
    return wanted.map(({ id }) => known.get(id) ?? null);
  }, GROUPING);
}

function createOrganizations(database: Database): FairnessStore['organizationOf'] {
  const known = boundedMap<string>(KNOWN_MAX);
  return async (projectId) => {
    const remembered = known.get(projectId);
    if (remembered !== undefined) return remembered;
    const [row] = await database.rows<{ organization_id: string }>(
      Prisma.sql`SELECT organization_id FROM project WHERE id = ${projectId}`,
    );
    if (row === undefined) return null;
    known.set(projectId, row.organization_id);
    return row.organization_id;
  };
}

const ownedOf = ({ organization_id, project_id, key_lineage, id }: OwnedRow): OwnedExecution => ({
  organizationId: organization_id,
  projectId: project_id,
  keyLineage: key_lineage,
  id,
});
