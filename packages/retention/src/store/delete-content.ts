/**
 * Deletes the customer's content of an ended execution: arguments, results, artifacts. The cost and its reasons stay; the
 * database refuses any other change. The keeper removes the objects.
 */
import type { Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface ContentDeletion {
  readonly projectId: string;
  readonly executionId: string;
  readonly by: 'member' | 'operator';
  /** Subject of their session. */
  readonly actor: string;
}

export interface Tombstone {
  readonly at: Date;
  readonly by: string;
  readonly actor: string | null;
}

export type ContentDeleted =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_finished' }
  | { readonly kind: 'deleted' | 'deleted_before'; readonly tombstone: Tombstone };

export async function deleteContent(transaction: Transaction, deletion: ContentDeletion): Promise<ContentDeleted> {
  const { projectId, executionId: id, by, actor } = deletion;
  const [row] = await transaction.$queryRaw<{ kind: ContentDeleted['kind'] }[]>`
    SELECT execution_delete_content(${projectId}, ${id}, ${by}, ${actor}) AS kind`;
  invariant(row !== undefined, 'execution_delete_content answers one row');
  const { kind } = row;
  if (kind === 'not_found' || kind === 'not_finished') return { kind };
  const [tombstone] = await transaction.$queryRaw<Tombstone[]>`
    SELECT content_deleted_at AS at, content_deleted_by AS by, content_deleted_actor AS actor
      FROM execution WHERE project_id = ${projectId} AND id = ${id}`;
  invariant(tombstone !== undefined, 'an execution exists for ever');
  return { kind, tombstone };
}
