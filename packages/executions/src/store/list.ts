/** Lists of a project's executions: newest first, by keyset on (created_at, id), each filter on its own index. */
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
  const rows = await database.rows<SummaryRow>(Prisma.sql`
    SELECT ${selected(SUMMARY)} FROM execution WHERE project_id = ${projectId} ${filters(request)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { executions: page.map(summaryOf), nextBefore };
}

function filters({ projectId, before, status, tool, idempotencyKey }: ListRequest): Prisma.Sql {
  const conditions = [
    before === undefined
      ? undefined
      : Prisma.sql`AND (created_at, id) < (SELECT created_at, id FROM execution WHERE project_id = ${projectId} AND id = ${before})`,
    status === undefined ? undefined : hasStatus(status),
    tool === undefined ? undefined : Prisma.sql`AND tool = ${tool}`,
    idempotencyKey === undefined ? undefined : Prisma.sql`AND idempotency_key = ${idempotencyKey}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, ' ');
}

/** What has ended is in an index by status; what is open, of which there is little, in one of its own. */
const hasStatus = (status: ExecutionStatus): Prisma.Sql =>
  isTerminal(status) ? Prisma.sql`AND ended = ${status}` : Prisma.sql`AND finished_at IS NULL AND status = ${status}`;

async function exists(database: Database, projectId: string, id: string): Promise<boolean> {
  if (!isId('execution', id)) return false;
  const rows = await database.rows(
    Prisma.sql`SELECT 1 AS one FROM execution WHERE project_id = ${projectId} AND id = ${id}`,
  );
  return rows.length > 0;
}
