/** Cancels the open executions of a batch, each like a cancel of a single execution. */
import type { Batch } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { invariant, isId } from '@farebox/kernel';
import type { CancelExecution } from '../cancel.ts';
import { readBatch } from './read.ts';

export type CancelBatchOutcome =
  | { readonly kind: 'requested'; readonly batch: Batch }
  | { readonly kind: 'not_found' | 'forbidden' };

export async function cancelBatch(database: Database, request: CancelExecution): Promise<CancelBatchOutcome> {
  const { projectId, id, keyLineage, role } = request;
  if (!isId('batch', id)) return { kind: 'not_found' };
  const [row] = await database.rows<{ outcome: CancelBatchOutcome['kind'] }>(
    Prisma.sql`SELECT batch_cancel(${projectId}, ${id}, ${keyLineage}, ${role === 'ADMIN'}) AS outcome`,
  );
  invariant(row !== undefined, 'batch_cancel answers one row');
  if (row.outcome !== 'requested') return { kind: row.outcome };
  const batch = await readBatch(database, projectId, id);
  invariant(batch !== null, 'a batch exists for ever');
  return { kind: 'requested', batch };
}
