/**
 * Suspends and archives projects, inside the transaction of an act. Every gateway sees both with its next lookup of a key. Neither changes accepted
 * executions or money.
 */
import type { Transaction } from '@farebox/db';

/** If the project is already suspended, the first reason stays. */
export async function suspendProject(transaction: Transaction, projectId: string, reason: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE project SET suspended_at = instant(), suspended_reason = ${reason} WHERE id = ${projectId} AND suspended_at IS NULL`;
}

export async function resumeProject(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE project SET suspended_at = NULL, suspended_reason = NULL WHERE id = ${projectId} AND suspended_at IS NOT NULL`;
}

/** Whether the project is archived. This cannot change during an act, because archiving waits for the lock of the same audit chain. */
export async function isArchived(transaction: Transaction, projectId: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<object[]>`
    SELECT id FROM project WHERE id = ${projectId} AND archived_at IS NOT NULL`;
  return rows.length > 0;
}

/** The number of the project's open executions. */
export async function countOpenExecutions(transaction: Transaction, projectId: string): Promise<number> {
  const [row] = await transaction.$queryRaw<{ open: number }[]>`
    SELECT count(*)::int AS open FROM execution_job WHERE project_id = ${projectId}`;
  return row?.open ?? 0;
}

/** Archives the project first and then ends every key with its event, so that a concurrently created key is ended or refused. Returns the keys' ids. */
export async function archiveProject(
  transaction: Transaction,
  { projectId, actorSubject }: { readonly projectId: string; readonly actorSubject: string },
): Promise<readonly string[]> {
  await transaction.$executeRaw`
    UPDATE project SET archived_at = instant(), execution_enabled = false WHERE id = ${projectId} AND archived_at IS NULL`;
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    WITH ended AS (
      UPDATE api_key SET revoked_at = instant()
       WHERE project_id = ${projectId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      RETURNING id
    ), event AS (
      INSERT INTO api_key_event (project_id, key_id, action, actor_member_id)
      SELECT ${projectId}, id, 'revoked', (SELECT a.id FROM member a WHERE a.project_id = ${projectId} AND a.subject = ${actorSubject}) FROM ended)
    SELECT id FROM ended ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Its execution stays off, and its keys stay revoked. */
export async function unarchiveProject(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.$executeRaw`UPDATE project SET archived_at = NULL WHERE id = ${projectId} AND archived_at IS NOT NULL`;
}
