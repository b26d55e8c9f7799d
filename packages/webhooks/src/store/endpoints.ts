/** Webhook endpoints of projects. Secrets are read and written encrypted. */
import { type Database, Prisma, type Transaction, rowsOf } from '@farebox/db';
import { newId } from '@farebox/kernel';

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** The project's switch; a disabled endpoint gets no deliveries either. */
  readonly enabled: boolean;
  readonly createdAt: Date;
  /** Time of the last accepted delivery. */
  readonly deliveredAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: 'gone' | 'failing' | null;
  /** Until then the previous secret signs as well. */
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

/** Result of an attempt; times in the notation of PostgreSQL. */
export interface LoggedAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

const ENDPOINTS_MAX = 10;
/** A settlement in progress for longer than this when its project's first endpoint is created is not delivered. */
const OPEN_MAX = Prisma.sql`interval '1 hour'`;
const COLUMNS = Prisma.sql`id, url, events, enabled, created_at AS "createdAt", delivered_at AS "deliveredAt", disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", previous_until AS "previousUntil"`;

export interface NewEndpoint {
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: string;
}

/** Returns null if the project has the maximum of endpoints. */
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

/** Serializes the changes of a project's endpoints. */
async function lockEndpoints(transaction: Transaction, projectId: string): Promise<WebhookEndpoint[]> {
  await transaction.$executeRaw`SELECT FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`;
  return await listEndpoints(transaction, projectId);
}

const isTold = ({ enabled, disabledAt }: WebhookEndpoint): boolean => enabled && disabledAt === null;

/** Moves the cursor close to the present, because no endpoint is to get earlier ends. */
async function beginHere(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO webhook_cursor (project_id, transfer_id, mark_id, mark_xid)
    SELECT ${projectId}, last.id, last.id, 0 FROM (SELECT coalesce((
      SELECT id FROM ledger_transfer WHERE project_id = ${projectId} AND created_at < instant() - ${OPEN_MAX} ORDER BY project_id DESC, id DESC LIMIT 1), 0) AS id) AS last
    ON CONFLICT (project_id) DO UPDATE SET transfer_id = excluded.transfer_id, mark_id = excluded.mark_id, mark_xid = 0`;
}

export const listEndpoints = (reader: Database | Transaction, projectId: string): Promise<WebhookEndpoint[]> =>
  rowsOf(reader, Prisma.sql`SELECT ${COLUMNS} FROM webhook_endpoint WHERE project_id = ${projectId} ORDER BY id DESC`);

/** Counts endpoints that were disabled after failures although their projects have them switched on. */
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
 * Returns the endpoint before and after; null if it does not exist. Enabling an endpoint that got no deliveries resumes its
 * pending ones and those of later ends.
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
  /** Hours for which the current secret signs as well; 0: none. An older secret ends at once. */
  readonly overlapHours: number;
}

/** Returns the endpoint before and after; null if it does not exist. */
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

/** Deletes the endpoint with its deliveries; null if it does not exist. */
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

/** One delivery, or all failed ones of executions that ended since. */
export type Replay = { readonly executionId: string } | { readonly failedSince: Date };

/**
 * Makes ended deliveries due again, under the same ids and with new attempts; pending ones stay unchanged. Returns their
 * number; null if the endpoint does not exist.
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

/** Newest first; null if the endpoint does not exist. */
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
