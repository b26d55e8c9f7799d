/** Requests and cancels exports, each inside the transaction of an administrator's act. */
import type { Transaction } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { findExport, type ProjectExport } from './read.ts';

export interface RequestedExport {
  readonly projectId: string;
  /** The audit chain; the transaction must hold its lock. */
  readonly chain: string;
  readonly requestedBy: string;
}

/** Each export counts until it has expired or is cancelled. */
const KEPT_MAX = 5;

/** `open`: another export is in progress; `too_many`: too many are kept. */
export async function requestExport(
  transaction: Transaction,
  { projectId, chain, requestedBy }: RequestedExport,
): Promise<ProjectExport | 'open' | 'too_many'> {
  // Until this commits, nothing is booked for the project, so that the last transfer and the time of the export match.
  await transaction.$executeRaw`SELECT FROM ledger_lock(ARRAY[${projectId}])`;
  const [kept = { all: 0, open: 0 }] = await transaction.$queryRaw<{ all: number; open: number }[]>`
    SELECT count(*)::integer AS all, (count(*) FILTER (WHERE status IN ('queued', 'running')))::integer AS open
    FROM project_export WHERE project_id = ${projectId} AND status IN ('queued', 'running', 'succeeded') AND expires_at > now()`;
  if (kept.open > 0) return 'open';
  if (kept.all >= KEPT_MAX) return 'too_many';
  const id = newId('export');
  await transaction.$executeRaw`
    INSERT INTO project_export (project_id, id, requested_by, as_of, transfer_id, audit_chain, audit_number, expires_at)
    SELECT ${projectId}, ${id}, ${requestedBy}, date_trunc('milliseconds', clock_timestamp()),
           coalesce((SELECT max(t.id) FROM ledger_transfer AS t WHERE t.project_id = ${projectId}), 0),
           ${chain}, coalesce((SELECT h.number FROM audit_log_head AS h WHERE h.chain = ${chain}), 0), now() + interval '14 days'`;
  const made = await findExport(transaction, { projectId, exportId: id });
  if (made === null) throw new Error('the inserted export is missing');
  return made;
}

/** Null: no such export, or it has nothing left to remove. The keeper removes its objects. */
export async function cancelExport(
  transaction: Transaction,
  { projectId, exportId }: { readonly projectId: string; readonly exportId: string },
): Promise<ProjectExport | null> {
  const cancelled = await transaction.$queryRaw<object[]>`
    UPDATE project_export SET status = 'cancelled', finished_at = coalesce(finished_at, now())
    WHERE project_id = ${projectId} AND id = ${exportId} AND status IN ('queued', 'running', 'succeeded') RETURNING id`;
  return cancelled.length === 0 ? null : await findExport(transaction, { projectId, exportId });
}
