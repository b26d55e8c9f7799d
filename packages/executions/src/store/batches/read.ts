/** Reads of batches. Every query names the project, so that a batch of another project is not found. */
import type { Batch, BatchList } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { isId } from '@farebox/kernel';
import { type BatchRow, type SummaryRow, batchOf, summaryOf } from './view.ts';

const SUMMARY = Prisma.sql`b.id, b.tool, b.price_version, b.executions, b.minimum_micros, b.maximum_micros, b.created_at, b.cancel_requested_at`;

/** Returns null if this project has no batch with this id. */
export async function readBatch(database: Database, projectId: string, id: string): Promise<Batch | null> {
  if (!isId('batch', id)) return null;
  const [row] = await database.rows<BatchRow>(Prisma.sql`
    SELECT ${SUMMARY}, p.counts, p.charged_micros, p.last_finished_at FROM batch AS b, batch_progress(b.project_id, b.id) AS p
    WHERE b.project_id = ${projectId} AND b.id = ${id}`);
  return row === undefined ? null : batchOf(row);
}

export interface FoundBatch {
  readonly keyLineage: string;
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodyHash: string;
  readonly batch: Batch;
}

/**
 * Returns the batch that was accepted with this key, or null.
 * @param isUnderLock waits for every accept of this project in progress, so that null proves that nothing was accepted.
 */
export async function findBatch(
  database: Database,
  { projectId, idempotencyKey }: { readonly projectId: string; readonly idempotencyKey: string },
  isUnderLock: boolean,
): Promise<FoundBatch | null> {
  if (isUnderLock) await database.rows(Prisma.sql`SELECT batch_find_under_lock(${projectId}, ${idempotencyKey})`);
  const [row] = await database.rows<{ id: string; keyLineage: string; bodyHash: string }>(Prisma.sql`
    SELECT id, key_lineage AS "keyLineage", encode(body_sha256, 'hex') AS "bodyHash" FROM batch
    WHERE project_id = ${projectId} AND idempotency_key = ${idempotencyKey}`);
  const batch = row === undefined ? null : await readBatch(database, projectId, row.id);
  return row === undefined || batch === null ? null : { keyLineage: row.keyLineage, bodyHash: row.bodyHash, batch };
}

export interface ListBatches {
  readonly projectId: string;
  readonly limit: number;
  /** A batch id, exclusive. */
  readonly before?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Returns a page, or `unknown_before` if this project has no batch with that id. */
export async function listBatches(database: Database, request: ListBatches): Promise<BatchList | 'unknown_before'> {
  const { projectId, limit, before, idempotencyKey } = request;
  if (before !== undefined && !(await exists(database, projectId, before))) return 'unknown_before';
  const older =
    before === undefined
      ? Prisma.empty
      : Prisma.sql`AND (b.created_at, b.id) < (SELECT created_at, id FROM batch WHERE project_id = ${projectId} AND id = ${before})`;
  const ofKey = idempotencyKey === undefined ? Prisma.empty : Prisma.sql`AND b.idempotency_key = ${idempotencyKey}`;
  const rows = await database.rows<SummaryRow>(Prisma.sql`
    SELECT ${SUMMARY} FROM batch AS b WHERE b.project_id = ${projectId} ${older} ${ofKey}
    ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  return { batches: page.map(summaryOf), nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

export interface StoredBatchItem {
  readonly index: number;
  readonly executionId: string;
}

/** Returns the items in the order of the request; null if this project has no batch with this id. */
export async function readItems(
  database: Database,
  { projectId, id, from, limit }: { projectId: string; id: string; from: number; limit: number },
): Promise<readonly StoredBatchItem[] | null> {
  if (!(await exists(database, projectId, id))) return null;
  return database.rows<StoredBatchItem>(Prisma.sql`
    SELECT index, execution_id AS "executionId" FROM batch_item
    WHERE project_id = ${projectId} AND batch_id = ${id} AND index >= ${from}::integer ORDER BY index LIMIT ${limit}::integer`);
}

/**
 * Returns an execution of the batch that is queued or running; null if there is none. Searches from the last item, because
 * executions are started in the order of the request and the last one usually ends last. Reads by primary keys only.
 */
export async function readOpenItem(database: Database, projectId: string, id: string): Promise<string | null> {
  const [row] = await database.rows<{ id: string }>(Prisma.sql`
    SELECT e.id
    FROM (SELECT i.execution_id FROM batch_item AS i
          WHERE i.project_id = ${projectId} AND i.batch_id = ${id} ORDER BY i.index DESC OFFSET 0) AS item,
      LATERAL (SELECT e.id FROM execution AS e
               WHERE e.project_id = ${projectId} AND e.id = item.execution_id AND e.status IN ('queued', 'running') OFFSET 0) AS e
    LIMIT 1`);
  return row?.id ?? null;
}

async function exists(database: Database, projectId: string, id: string): Promise<boolean> {
  if (!isId('batch', id)) return false;
  const rows = await database.rows(
    Prisma.sql`SELECT 1 AS one FROM batch WHERE project_id = ${projectId} AND id = ${id}`,
  );
  return rows.length > 0;
}
