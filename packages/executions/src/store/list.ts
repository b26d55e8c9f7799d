/** Lists a project's executions, newest first, by keyset on (created_at, id), with an index for each combination of filters. */
import type { ExecutionList, ExecutionStatus } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { isId } from '@farebox/kernel';
import { isTerminal } from '../core/states.ts';
import { LISTED, type SummaryRow, selected } from './columns.ts';
import { summaryOf } from './view.ts';

export interface ListRequest {
  readonly projectId: string;
  readonly limit: number;
  /** An execution id, exclusive. */
  readonly before?: string | undefined;
  readonly status?: ExecutionStatus | undefined;
  readonly tool?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Accepted at this time or later. */
  readonly from?: Date | undefined;
  /** Accepted before this time. */
  readonly to?: Date | undefined;
}

/** A page, or `unknown_before` if this project has no execution with that id. */
export type ListOutcome = ExecutionList | 'unknown_before';

export async function listExecutions(database: Database, request: ListRequest): Promise<ListOutcome> {
  const { projectId, before, limit } = request;
  if (before !== undefined && !(await exists(database, projectId, before))) return 'unknown_before';
  const rows = await database.rows<SummaryRow>(pageOf(request));
  const page = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { executions: page.map(summaryOf), nextBefore };
}

/** The collations select the intended index: see the migration that creates them. */
const NEWEST_FIRST = Prisma.sql`ORDER BY created_at DESC, id COLLATE "POSIX" DESC`;
/** The same order in the form that only the indexes with a tool have. */
const NEWEST_OF_TOOL = Prisma.sql`ORDER BY created_at DESC NULLS LAST, id COLLATE "POSIX" DESC NULLS LAST`;

/** Reads one more row than the page has. */
function pageOf(request: ListRequest): Prisma.Sql {
  return Prisma.sql`SELECT ${selected(LISTED)} FROM ${source(request)} WHERE ${hasStatus(request)} ${filters(request)}
    ${request.tool === undefined ? NEWEST_FIRST : NEWEST_OF_TOOL} LIMIT ${request.limit + 1}`;
}

/**
 * Open executions are few and have jobs, so they are looked up one by one. OFFSET 0 keeps the planner from other plans: with
 * missing or outdated statistics it scanned all executions of a project.
 */
const source = ({ status, idempotencyKey, projectId }: ListRequest): Prisma.Sql =>
  status === undefined || isTerminal(status) || idempotencyKey !== undefined
    ? Prisma.sql`execution`
    : Prisma.sql`(
        SELECT e.* FROM execution_job AS j, LATERAL (SELECT * FROM execution WHERE project_id = j.project_id AND id = j.id OFFSET 0) AS e
        WHERE j.project_id = ${projectId} OFFSET 0) AS execution`;

/**
 * Ends without success have their own indexes, with a tool and without. Successes have none, because every success would
 * have to write it: most executions succeed, so they are filtered from all.
 */
function hasStatus({ status }: ListRequest): Prisma.Sql {
  if (status === undefined) return Prisma.sql`true`;
  return isTerminal(status) && status !== 'succeeded' ? Prisma.sql`ended = ${status}` : Prisma.sql`status = ${status}`;
}

function filters({ projectId, before, tool, idempotencyKey, from, to }: ListRequest): Prisma.Sql {
  const conditions = [
    idempotencyKey === undefined
      ? Prisma.sql`AND project_id COLLATE "POSIX" = ${projectId}`
      : Prisma.sql`AND project_id COLLATE "ucs_basic" = ${projectId} AND idempotency_key = ${idempotencyKey}`,
    before === undefined
      ? undefined
      : Prisma.sql`AND (created_at, id COLLATE "POSIX") < (SELECT created_at, id FROM execution WHERE project_id = ${projectId} AND id = ${before})`,
    tool === undefined ? undefined : Prisma.sql`AND tool = ${tool}`,
    from === undefined ? undefined : Prisma.sql`AND created_at >= ${from}`,
    to === undefined ? undefined : Prisma.sql`AND created_at < ${to}`,
  ].filter((condition) => condition !== undefined);
  return Prisma.join(conditions, ' ');
}

async function exists(database: Database, projectId: string, id: string): Promise<boolean> {
  if (!isId('execution', id)) return false;
  const rows = await database.rows(
    Prisma.sql`SELECT 1 AS one FROM execution WHERE project_id = ${projectId} AND id = ${id}`,
  );
  return rows.length > 0;
}
