/** Cancels the open executions of a batch, each like a cancel of a single execution. */
import type { Batch } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { invariant, isId } from '@farebox/kernel';
import type { CancelExecution } from '../cancel.ts';
import { readBatch } from './read.ts';

/** An execution that this request cancelled, or asked its worker to cancel. */
export interface CancelledItem {
  readonly executionId: string;
  /** It had not begun, so it has ended. */
  readonly hasEnded: boolean;
}

export type CancelBatchOutcome =
  | { readonly kind: 'requested'; readonly batch: Batch; readonly changed: readonly CancelledItem[] }
  | { readonly kind: 'not_found' | 'forbidden' };

export async function cancelBatch(database: Database, request: CancelExecution): Promise<CancelBatchOutcome> {
  const { projectId, id, keyLineage, role } = request;
  if (!isId('batch', id)) return { kind: 'not_found' };
  const [row] = await database.rows<{ outcome: CancelBatchOutcome['kind']; at: Date }>(
    Prisma.sql`SELECT batch_cancel(${projectId}, ${id}, ${keyLineage}, ${role === 'ADMIN'}) AS outcome, instant() AS at`,
  );
  invariant(row !== undefined, 'batch_cancel answers one row');
  if (row.outcome !== 'requested') return { kind: row.outcome };
  const batch = await readBatch(database, projectId, id);
  invariant(batch !== null, 'a batch exists for ever');
  return { kind: 'requested', batch, changed: await changedAt(database, { projectId, id, at: row.at }) };
}

/** All rows that a request changes have the time of its transaction. A repeated request finds none. */
const changedAt = (
  database: Database,
  { projectId, id, at }: { readonly projectId: string; readonly id: string; readonly at: Date },
): Promise<readonly CancelledItem[]> =>
  database.rows<CancelledItem>(Prisma.sql`
    SELECT e.id AS "executionId", e.finished_at IS NOT DISTINCT FROM e.cancel_requested_at AS "hasEnded"
      FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
     WHERE i.project_id = ${projectId} AND i.batch_id = ${id} AND e.cancel_requested_at = ${at}::timestamptz ORDER BY e.id`);
