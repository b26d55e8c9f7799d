/** Asks to stop an execution. Exactly one of cancel and claim, and of cancel and settlement, wins: the row's lock decides. */
import type { Execution, Role } from '@tollgate/contract';
import { type Database, Prisma } from '@tollgate/db';
import { invariant, isId } from '@tollgate/kernel';
import type { ExecutionReader } from './read.ts';

export interface CancelExecution {
  readonly projectId: string;
  readonly id: string;
  /** Of the caller's key; it created the execution when the lineages are the same. */
  readonly keyLineage: string;
  readonly role: Role;
}

export type CancelOutcome =
  | { readonly kind: 'cancelled' | 'requested' | 'already_cancelled'; readonly execution: Execution }
  | { readonly kind: 'not_found' | 'forbidden' | 'already_finished' };

interface CancelRow {
  readonly outcome: CancelOutcome['kind'];
}

export async function requestCancel(
  database: Database,
  reader: ExecutionReader,
  request: CancelExecution,
): Promise<CancelOutcome> {
  const { projectId, id, keyLineage, role } = request;
  if (!isId('execution', id)) return { kind: 'not_found' };
  const [row] = await database.rows<CancelRow>(
    Prisma.sql`SELECT execution_cancel(${projectId}, ${id}, ${keyLineage}, ${role === 'ADMIN'}) AS outcome`,
  );
  invariant(row !== undefined, 'execution_cancel answers one row');
  if (row.outcome === 'not_found' || row.outcome === 'forbidden' || row.outcome === 'already_finished')
    return { kind: row.outcome };
  const execution = await reader.get(projectId, id);
  invariant(execution !== null, 'an execution exists for ever');
  return { kind: row.outcome, execution };
}
