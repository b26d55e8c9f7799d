/**
 * Deletes what a customer sent and got of an execution that has ended: arguments, results, artifacts. What it cost, and why, stays; the database
 * itself lets nothing else of it change. Its objects are removed by the keeper.
 */
import type { Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface ContentDeletion {
  readonly projectId: string;
  readonly executionId: string;
  readonly by: 'member' | 'operator';
  /** As the issuer of their session names them. */
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
