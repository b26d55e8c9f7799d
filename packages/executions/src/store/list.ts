/** Lists of a project's executions: newest first, by keyset on (created_at, id), each combination of filters on an index of its own. */
import type { ExecutionList, ExecutionStatus } from '@tollgate/contract';
import { type Database, Prisma } from '@tollgate/db';
import { isId } from '@tollgate/kernel';
import { isTerminal } from '../core/states.ts';
import { SUMMARY, type SummaryRow, selected } from './columns.ts';
import { summaryOf } from './view.ts';

export interface ListRequest {
  readonly projectId: string;
  readonly limit: number;
  /** An execution id, exclusive. */
  readonly before?: string | undefined;
  readonly status?: ExecutionStatus | undefined;
  readonly tool?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A page, or `unknown_before` when this project has no execution of that id. */
export type ListOutcome = ExecutionList | 'unknown_before';

export async function listExecutions(database: Database, request: ListRequest): Promise<ListOutcome> {
  const { projectId, before, limit } = request;
  if (before !== undefined && !(await exists(database, projectId, before))) return 'unknown_before';
  const rows = await database.rows<SummaryRow>(pageOf(request));
  const page = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { executions: page.map(summaryOf), nextBefore };
}

const NEWEST_FIRST = Prisma.sql`ORDER BY created_at DESC, id DESC`;
const ENDS = [
  Prisma.sql`ended IS NULL`,
  ...['succeeded', 'failed', 'cancelled'].map((end) => Prisma.sql`ended = ${end}`),
];

/**
 * One more than the page has. The index by tool has the end before the time, so that a tool and an end are found together however rare
 * they are; a tool alone is then the newest of each end, put in one order again: four pages of rows at most.
 */
function pageOf(request: ListRequest): Prisma.Sql {
  const { status, tool, idempotencyKey, limit } = request;
  const most = Prisma.sql`LIMIT ${limit + 1}`;
  const rows = (condition: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`SELECT ${selected(SUMMARY)} FROM execution WHERE ${condition} ${filters(request)} ${NEWEST_FIRST} ${most}`;
  if (status !== undefined) return rows(hasStatus(status, tool));
  if (tool === undefined || idempotencyKey !== undefined) return rows(Prisma.sql`true`);
  const each = ENDS.map((end) => Prisma.sql`(${rows(end)})`);
  return Prisma.sql`SELECT * FROM (${Prisma.join(each, ' UNION ALL ')}) AS newest ${NEWEST_FIRST} ${most}`;
}

/** What is open, of which there is little, is in an index of its own, and with a tool in that of the tools. */
function hasStatus(status: ExecutionStatus, tool: string | undefined): Prisma.Sql {
  if (isTerminal(status)) return Prisma.sql`ended = ${status}`;
  const isOpen = tool === undefined ? Prisma.sql`finished_at IS NULL` : Prisma.sql`ended IS NULL`;
  return Prisma.sql`${isOpen} AND status = ${status}`;
}

function filters({ projectId, before, tool, idempotencyKey }: ListRequest): Prisma.Sql {
  const conditions = [
    Prisma.sql`AND project_id = ${projectId}`,
    before === undefined
      ? undefined
      : Prisma.sql`AND (created_at, id) < (SELECT created_at, id FROM execution WHERE project_id = ${projectId} AND id = ${before})`,
    tool === undefined ? undefined : Prisma.sql`AND tool = ${tool}`,
    idempotencyKey === undefined ? undefined : Prisma.sql`AND idempotency_key = ${idempotencyKey}`,
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
