/**
 * Webhook deliveries: created by a scan of a project's settlements, claimed with a lease, and recorded. If a keeper dies after
 * sending, the next one sends the same message: one row, one id.
 */
import { WEBHOOK_LIMITS } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';

/** Transfers scanned in one transaction. */
const TRANSFERS = 500;
const KEPT = Prisma.sql`interval '30 days'`;
const FORGOTTEN_AT_ONCE = 200;
/** Longer than an attempt can take. */
const LEASE = Prisma.sql`interval '1 minute'`;

export interface ClaimedDelivery {
  readonly projectId: string;
  readonly endpointId: string;
  readonly executionId: string;
  readonly event: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Number since the delivery was created or last replayed, from 1. */
  readonly attemptOfRound: number;
  readonly url: string;
  /** Encrypted secrets: the current one, and the previous one during an overlap. */
  readonly sealedSecrets: readonly string[];
}

export async function projectsWithWebhooks(database: Database): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    Prisma.sql`SELECT DISTINCT project_id AS id FROM webhook_endpoint WHERE enabled AND disabled_at IS NULL`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Creates a delivery for each new end and returns their number. Does nothing while another keeper does so. The cursor passes
 * an id only once no transaction can still commit it: until then the id is scanned again, and existing deliveries are not
 * duplicated. A mark ahead of all transactions was set on another server, before a restore: no transaction of that server
 * is open here.
 */
export async function findEnds(database: Database, projectId: string): Promise<number> {
  const [newest] = await database.rows<{ id: bigint }>(Prisma.sql`
    SELECT id FROM ledger_transfer WHERE project_id = ${projectId} ORDER BY project_id DESC, id DESC LIMIT 1`);
  return await database.transaction(async (transaction) => {
    const [cursor] = await transaction.$queryRaw<{ at: bigint; mark: bigint; settled: boolean; xid: bigint }[]>`
      SELECT transfer_id AS at, mark_id AS mark, pg_current_xact_id()::text::bigint AS xid,
             pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= mark_xid OR mark_xid > pg_current_xact_id()::text::bigint AS settled
      FROM webhook_cursor WHERE project_id = ${projectId} FOR UPDATE SKIP LOCKED`;
    if (cursor === undefined || newest === undefined || newest.id <= cursor.at) return 0;
    const [found] = await transaction.$queryRaw<{ made: number; last: bigint | null; looked: number }[]>(
      ends(projectId, cursor.at),
    );
    const { made = 0, last = null, looked = 0 } = found ?? {};
    const reached = last !== null && looked === TRANSFERS && last < cursor.mark ? last : cursor.mark;
    const at = cursor.settled ? reached : cursor.at;
    const isNewMark = cursor.settled && at === cursor.mark;
    if (cursor.settled)
      await transaction.$executeRaw`
        UPDATE webhook_cursor SET transfer_id = ${at}, mark_id = ${isNewMark ? newest.id : cursor.mark},
          mark_xid = CASE WHEN ${isNewMark} THEN ${cursor.xid} ELSE mark_xid END WHERE project_id = ${projectId}`;
    return made;
  });
}

const ends = (projectId: string, after: bigint): Prisma.Sql => Prisma.sql`
  WITH walked AS (
    SELECT id, kind, execution_id, created_at FROM ledger_transfer WHERE project_id = ${projectId} AND id > ${after} ORDER BY project_id, id LIMIT ${TRANSFERS}::integer
  ), made AS (
    INSERT INTO webhook_delivery (project_id, endpoint_id, execution_id, event, next_at)
    SELECT w.project_id, w.id, e.id, 'execution.' || e.status, instant()
    FROM walked AS t JOIN execution AS e ON e.project_id = ${projectId} AND e.id = t.execution_id
    JOIN webhook_endpoint AS w ON w.project_id = e.project_id AND w.enabled AND w.disabled_at IS NULL AND coalesce(w.enabled_at, w.created_at) <= t.created_at
    WHERE t.kind = 'settle' AND 'execution.' || e.status = ANY (w.events)
    ON CONFLICT (project_id, endpoint_id, execution_id) DO NOTHING RETURNING 1
  )
  SELECT (SELECT count(*) FROM made)::integer AS made, max(id) AS last, count(*)::integer AS looked FROM walked`;

/** Deletes old deliveries and expired secrets of every project, also of those without an active endpoint. */
export async function forgetWebhooks(database: Database): Promise<void> {
  await database.rows(Prisma.sql`
    DELETE FROM webhook_delivery WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM (SELECT DISTINCT project_id FROM webhook_endpoint) AS w CROSS JOIN LATERAL (
        SELECT ctid FROM webhook_delivery WHERE project_id = w.project_id AND created_at < instant() - ${KEPT}
        ORDER BY created_at LIMIT ${FORGOTTEN_AT_ONCE}::integer) AS d
      LIMIT ${FORGOTTEN_AT_ONCE}::integer))`);
  await database.rows(Prisma.sql`
    UPDATE webhook_endpoint SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= instant()`);
}

export interface ClaimLimits {
  readonly limit: number;
  readonly perEndpoint: number;
  /** Attempts in progress by endpoint, if there are any. */
  readonly busy: ReadonlyMap<string, number>;
  /** Only deliveries of this endpoint. */
  readonly only?: string | undefined;
}

/** Claims a few per endpoint, first for those with the fewest attempts in progress: a large backlog does not delay other endpoints. */
export const claimDeliveries = (
  database: Database,
  { limit, perEndpoint, busy, only }: ClaimLimits,
): Promise<ClaimedDelivery[]> =>
  database.rows(Prisma.sql`
    WITH due AS MATERIALIZED (
      SELECT d.project_id, d.endpoint_id, d.execution_id, w.url, w.secret, CASE WHEN w.previous_until > instant() THEN w.previous_secret END AS previous FROM webhook_endpoint AS w
      LEFT JOIN unnest(${[...busy.keys()]}::text[], ${[...busy.values()]}::integer[]) AS busy (id, count) ON busy.id = w.id
      CROSS JOIN LATERAL (
        SELECT project_id, endpoint_id, execution_id FROM webhook_delivery
        WHERE project_id = w.project_id AND endpoint_id = w.id AND next_at <= instant()
        ORDER BY next_at LIMIT greatest(${perEndpoint}::integer - coalesce(busy.count, 0), 0) FOR UPDATE SKIP LOCKED) AS d
      WHERE w.enabled AND w.disabled_at IS NULL AND (${only ?? null}::text IS NULL OR w.id = ${only ?? null}::text)
      ORDER BY coalesce(busy.count, 0) LIMIT ${limit}::integer
    )
    UPDATE webhook_delivery AS d SET attempts = attempts + 1, next_at = instant() + ${LEASE}
    FROM due WHERE d.project_id = due.project_id AND d.endpoint_id = due.endpoint_id AND d.execution_id = due.execution_id
    RETURNING d.project_id AS "projectId", d.endpoint_id AS "endpointId", d.execution_id AS "executionId", d.event, d.attempts AS attempt,
              d.attempts - d.attempts_before AS "attemptOfRound",              due.url, array_remove(ARRAY[due.secret, due.previous], NULL) AS "sealedSecrets"`);

export interface AttemptOutcome {
  readonly statusCode: number | null;
  /** Null if the receiver accepted it. */
  readonly error: string | null;
  /** Pause until the next attempt; null if there is none. */
  readonly retrySeconds: number | null;
  /** From reading the message to the response or the failure. */
  readonly durationMs: number;
}

/** An endpoint that gets no more deliveries, and the reason. */
export interface DisabledEndpoint {
  readonly url: string;
  readonly disabledAt: Date;
  readonly disabledReason: 'gone' | 'failing';
}

const LAST_ATTEMPTS = Prisma.sql`CASE WHEN jsonb_array_length(attempt_log) < ${WEBHOOK_LIMITS.attemptsLogged}::integer THEN attempt_log ELSE attempt_log - 0 END`;

/**
 * Records a claimed attempt; one that lost its lease to another keeper records nothing. Returns the endpoint if this disabled
 * it.
 */
export async function recordAttempt(
  writer: Database | Transaction,
  { projectId, endpointId, executionId, attempt }: ClaimedDelivery,
  { statusCode, error, retrySeconds, durationMs }: AttemptOutcome,
): Promise<DisabledEndpoint | null> {
  const [endpoint] = await rowsOf<DisabledEndpoint | { readonly disabledAt: null }>(
    writer,
    Prisma.sql`
    WITH recorded AS (
      UPDATE webhook_delivery SET status_code = ${statusCode}::integer, error = ${error},
        next_at = instant() + ${retrySeconds}::integer * interval '1 second', delivered_at = CASE WHEN ${error}::text IS NULL THEN instant() END,
        attempt_log = ${LAST_ATTEMPTS} || jsonb_build_object('attempt', attempts, 'at', instant(), 'statusCode', ${statusCode}::integer, 'error', ${error}::text,
          'durationMs', ${durationMs}::integer)
      WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND execution_id = ${executionId} AND attempts = ${attempt}::integer
        AND delivered_at IS NULL
      RETURNING created_at, replayed_at
    )
    UPDATE webhook_endpoint AS w SET
      delivered_at = CASE WHEN ${error}::text IS NULL THEN instant() ELSE w.delivered_at END,
      disabled_at = CASE WHEN ${error}::text IS NULL THEN w.disabled_at ELSE instant() END,
      disabled_reason = CASE WHEN ${error}::text IS NULL THEN w.disabled_reason
        ELSE CASE WHEN ${statusCode}::integer = 410 THEN 'gone' ELSE 'failing' END END
    FROM recorded AS r
    WHERE w.project_id = ${projectId} AND w.id = ${endpointId} AND (${error}::text IS NULL
      OR w.disabled_at IS NULL AND (${statusCode}::integer = 410
        OR ${retrySeconds}::integer IS NULL AND (w.delivered_at IS NULL OR w.delivered_at < r.created_at)
        AND (w.enabled_at IS NULL OR w.enabled_at < r.created_at) AND r.replayed_at IS NULL))
    RETURNING w.url, CASE WHEN ${error}::text IS NOT NULL THEN w.disabled_at END AS "disabledAt", w.disabled_reason AS "disabledReason"`,
  );
  return endpoint === undefined || endpoint.disabledAt === null ? null : endpoint;
}
