/** Cancels an execution. The row's lock decides between cancel and claim, and between cancel and settlement. */
import type { Execution, ExecutionStatus, Role } from '@farebox/contract';
import { type Database, Prisma, type Transaction } from '@farebox/db';
import { invariant, isId } from '@farebox/kernel';
import type { ExecutionReader } from './read.ts';

export interface CancelExecution {
  readonly projectId: string;
  readonly id: string;
  /** Lineage of the caller's key; the key created the execution if its lineage is the same. */
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

export type AdministratorsCancel =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'already_finished' }
  | {
      readonly kind: 'asked';
      /** Null if it had been requested before, so that nothing was changed. */
      readonly before: Pick<CancelledRow, 'status'> | null;
      readonly status: ExecutionStatus;
    };

interface CancelledRow {
  readonly status: ExecutionStatus;
  readonly isAsked: boolean;
}

/** Cancels for an administrator, whichever key created the execution, within the transaction of that action. */
export async function cancelByAdministrator(
  transaction: Transaction,
  { projectId, executionId: id }: { readonly projectId: string; readonly executionId: string },
): Promise<AdministratorsCancel> {
  const look = () =>
    transaction.$queryRaw<CancelledRow[]>`
      SELECT status, cancel_requested_at IS NOT NULL AS "isAsked" FROM execution
       WHERE project_id = ${projectId} AND id = ${id} FOR NO KEY UPDATE`;
  const [before] = await look();
  if (before === undefined) return { kind: 'not_found' };
  const [row] = await transaction.$queryRaw<
    CancelRow[]
  >`SELECT execution_cancel(${projectId}, ${id}, '', true) AS outcome`;
  if (row?.outcome === 'already_finished') return { kind: 'already_finished' };
  const [after] = await look();
  invariant(after !== undefined, 'an execution exists for ever');
  return { kind: 'asked', before: before.isAsked ? null : { status: before.status }, status: after.status };
}
