/** Where a project wants to be told of the ends of its executions. Secrets come and go sealed. */
import { type Database, Prisma, type Transaction, rowsOf } from '@farebox/db';
import { newId } from '@farebox/kernel';

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** As its project wants it; one that is disabled is told nothing either. */
  readonly enabled: boolean;
  readonly createdAt: Date;
  /** The last time that it took something. */
  readonly deliveredAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: 'gone' | 'failing' | null;
  /** Until when the secret before the present one signs too. */
  readonly previousUntil: Date | null;
}

export interface WebhookDelivery {
  readonly executionId: string;
  readonly event: string;
  readonly attempts: number;
  readonly nextAt: Date | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  /** Oldest first. */
  readonly attemptLog: readonly LoggedAttempt[];
}

/** What became of it; times as PostgreSQL writes them. */
export interface LoggedAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

const ENDPOINTS_MAX = 10;
/** A settlement that is longer under way than this, before the first endpoint of its project is made, is not told of. */
const OPEN_MAX = Prisma.sql`interval '1 hour'`;
const COLUMNS = Prisma.sql`id, url, events, enabled, created_at AS "createdAt", delivered_at AS "deliveredAt", disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", previous_until AS "previousUntil"`;

export interface NewEndpoint {
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: string;
}

/** Null: the project has as many as it may. */
export async function insertEndpoint(
  transaction: Transaction,
  { projectId, url, events, sealedSecret }: NewEndpoint,
): Promise<WebhookEndpoint | null> {
  const existing = await lockEndpoints(transaction, projectId);
  if (existing.length >= ENDPOINTS_MAX) return null;
  if (!existing.some(isTold)) await beginHere(transaction, projectId);
  const [made] = await rowsOf<WebhookEndpoint>(
    transaction,
    Prisma.sql`INSERT INTO webhook_endpoint (project_id, id, url, secret, events)
      VALUES (${projectId}, ${newId('webhook')}, ${url}, ${sealedSecret}, ${[...events]}::text[]) RETURNING ${COLUMNS}`,
  );
  return made ?? null;
}

/** One change of a project's endpoints after the other. */
async function lockEndpoints(transaction: Transaction, projectId: string): Promise<WebhookEndpoint[]> {
  await transaction.$executeRaw`SELECT FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`;
  return await listEndpoints(transaction, projectId);
}

const isTold = ({ enabled, disabledAt }: WebhookEndpoint): boolean => enabled && disabledAt === null;

/** What ended earlier is nobody's: the walk need not go through it. */
async function beginHere(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO webhook_cursor (project_id, transfer_id, mark_id, mark_xid)
    SELECT ${projectId}, last.id, last.id, 0 FROM (SELECT coalesce((
      SELECT id FROM ledger_transfer WHERE project_id = ${projectId} AND created_at < instant() - ${OPEN_MAX} ORDER BY project_id DESC, id DESC LIMIT 1), 0) AS id) AS last
    ON CONFLICT (project_id) DO UPDATE SET transfer_id = excluded.transfer_id, mark_id = excluded.mark_id, mark_xid = 0`;
}

export const listEndpoints = (reader: Database | Transaction, projectId: string): Promise<WebhookEndpoint[]> =>
  rowsOf(reader, Prisma.sql`SELECT ${COLUMNS} FROM webhook_endpoint WHERE project_id = ${projectId} ORDER BY id DESC`);

/** Endpoints that are told nothing because they took nothing, though their projects want them told. */
export async function countDisabledEndpoints(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: number }>(Prisma.sql`
    SELECT count(*)::integer AS count FROM webhook_endpoint AS w JOIN project AS p ON p.id = w.project_id
    WHERE w.enabled AND w.disabled_at IS NOT NULL AND p.archived_at IS NULL`);
  return row?.count ?? 0;
}

export interface EndpointRef {
  readonly projectId: string;
  readonly webhookId: string;
}

export interface EndpointChange {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly enabled?: boolean;
}

/**
 * Answers it before and after; null: there is none. Whoever enables one that was told nothing has it told of what ends from then on, and what it
 * was still to be told.
 */
export async function changeEndpoint(
  transaction: Transaction,
  { projectId, webhookId }: EndpointRef,
  { url, events, enabled }: EndpointChange,
): Promise<{ readonly before: WebhookEndpoint; readonly after: WebhookEndpoint } | null> {
  const existing = await lockEndpoints(transaction, projectId);
  const before = existing.find(({ id }) => id === webhookId);
  if (before === undefined) return null;
  const isAgain = enabled === true && !isTold(before);
  if (isAgain && !existing.some(isTold)) await beginHere(transaction, projectId);
  const [after] = await rowsOf<WebhookEndpoint>(
    transaction,
    Prisma.sql`
    UPDATE webhook_endpoint SET url = ${url ?? before.url}, events = ${[...(events ?? before.events)]}::text[], enabled = ${enabled ?? before.enabled},
      enabled_at = CASE WHEN ${isAgain} THEN instant() ELSE enabled_at END,
      disabled_at = CASE WHEN ${isAgain} THEN NULL ELSE disabled_at END, disabled_reason = CASE WHEN ${isAgain} THEN NULL ELSE disabled_reason END
    WHERE project_id = ${projectId} AND id = ${webhookId} RETURNING ${COLUMNS}`,
  );
  return after === undefined ? null : { before, after };
}

export interface SecretChange {
  readonly sealedSecret: string;
  /** For how long the present one signs too; 0: no longer. One that is older signs no more. */
  readonly overlapHours: number;
}

/** Answers it before and after; null: there is none. */
export async function rotateSecret(
  transaction: Transaction,
  { projectId, webhookId }: EndpointRef,
  { sealedSecret, overlapHours }: SecretChange,
): Promise<{ readonly before: WebhookEndpoint; readonly after: WebhookEndpoint } | null> {
  const before = (await lockEndpoints(transaction, projectId)).find(({ id }) => id === webhookId);
  if (before === undefined) return null;
  const [after] = await rowsOf<WebhookEndpoint>(
    transaction,
    Prisma.sql`
    UPDATE webhook_endpoint SET secret = ${sealedSecret}, previous_secret = CASE WHEN ${overlapHours}::integer > 0 THEN secret END,
      previous_until = CASE WHEN ${overlapHours}::integer > 0 THEN instant() + ${overlapHours}::integer * interval '1 hour' END
    WHERE project_id = ${projectId} AND id = ${webhookId} RETURNING ${COLUMNS}`,
  );
  return after === undefined ? null : { before, after };
}

/** With its deliveries; null: there is none. */
export async function removeEndpoint(
  transaction: Transaction,
  { projectId, webhookId }: EndpointRef,
): Promise<WebhookEndpoint | null> {
  const [removed] = await rowsOf<WebhookEndpoint>(
    transaction,
    Prisma.sql`
    DELETE FROM webhook_endpoint WHERE project_id = ${projectId} AND id = ${webhookId} RETURNING ${COLUMNS}`,
  );
  return removed ?? null;
}

/** One delivery, or all that failed of executions that ended since. */
export type Replay = { readonly executionId: string } | { readonly failedSince: Date };

/**
 * Has what has ended sent again, under the same ids, as if it were found now; what is under way or waits stays as it is. Answers how many; null: there is no
 * such endpoint.
 */
export async function replayDeliveries(
  transaction: Transaction,
  { projectId, webhookId }: EndpointRef,
  replay: Replay,
): Promise<number | null> {
  const [endpoint] = await rowsOf(
    transaction,
    Prisma.sql`SELECT FROM webhook_endpoint WHERE project_id = ${projectId} AND id = ${webhookId} FOR KEY SHARE`,
  );
  if (endpoint === undefined) return null;
  const meant =
    'executionId' in replay
      ? Prisma.sql`execution_id = ${replay.executionId}`
      : Prisma.sql`delivered_at IS NULL AND created_at >= ${replay.failedSince}`;
  return await transaction.$executeRaw`
    UPDATE webhook_delivery SET next_at = instant(), attempts_before = attempts, replayed_at = instant(), delivered_at = NULL, status_code = NULL, error = NULL
    WHERE project_id = ${projectId} AND endpoint_id = ${webhookId} AND next_at IS NULL AND ${meant}`;
}

/** Newest first; null: there is no such endpoint. */
export async function listDeliveries(
  database: Database,
  { projectId, webhookId, before, limit }: EndpointRef & { readonly before?: string; readonly limit: number },
): Promise<WebhookDelivery[] | null> {
  const [endpoint] = await database.rows(
    Prisma.sql`SELECT FROM webhook_endpoint WHERE project_id = ${projectId} AND id = ${webhookId}`,
  );
  if (endpoint === undefined) return null;
  return await database.rows(Prisma.sql`
    SELECT execution_id AS "executionId", event, attempts, next_at AS "nextAt", status_code AS "statusCode", error, delivered_at AS "deliveredAt",
           created_at AS "createdAt", attempt_log AS "attemptLog"
    FROM webhook_delivery WHERE project_id = ${projectId} AND endpoint_id = ${webhookId} AND execution_id < ${before ?? '~'}
    ORDER BY execution_id DESC LIMIT ${limit}::integer`);
}
