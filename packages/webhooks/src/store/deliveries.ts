/**
 * What has to be told to whom: found along the settlements of a project, taken with a lease, and recorded. Whoever sends twice because a keeper died in
 * between sends the same: one row, one id.
 */
import { WEBHOOK_LIMITS } from '@farebox/contract';
import { type Database, Prisma, rowsOf, type Transaction } from '@farebox/db';

/** Transfers looked at in one transaction. */
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
  /** Which one this is, from 1. */
  readonly attempt: number;
  /** Since it was found or last asked for again, from 1. */
  readonly attemptOfRound: number;
  readonly url: string;
  /** That signs, and the one before for as long as it signs too. */
  readonly sealedSecrets: readonly string[];
}

export async function projectsWithWebhooks(database: Database): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    Prisma.sql`SELECT DISTINCT project_id AS id FROM webhook_endpoint WHERE enabled AND disabled_at IS NULL`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes a delivery for each end that nobody was told of, and answers how many. Does nothing while somebody else does so. An id is behind the cursor only
 * once no transaction can commit it any more: until then it is looked at again, and what was made is not made again. A mark that is ahead of
 * all transactions was set on another server, before the database was restored here: nothing of then is open.
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

/** Of every project, whether anybody is told there or not: deliveries that are old, and secrets that sign no more. */
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
  /** How many of an endpoint are under way, where there are any. */
  readonly busy: ReadonlyMap<string, number>;
  /** Of this endpoint alone. */
  readonly only?: string | undefined;
}

/** Of each endpoint a few, and first of those with the fewest under way: one with much behind it keeps no other waiting. */
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
  /** Null: it was taken. */
  readonly error: string | null;
  /** Until the next one; null: there is none. */
  readonly retrySeconds: number | null;
  /** From reading what is sent to the response, or to giving up. */
  readonly durationMs: number;
}

/** Why it is told nothing any more. */
export interface DisabledEndpoint {
  readonly url: string;
  readonly disabledAt: Date;
  readonly disabledReason: 'gone' | 'failing';
}

const LAST_ATTEMPTS = Prisma.sql`CASE WHEN jsonb_array_length(attempt_log) < ${WEBHOOK_LIMITS.attemptsLogged}::integer THEN attempt_log ELSE attempt_log - 0 END`;

/** Of the attempt that was claimed: one whose lease somebody else has taken over records nothing. Answers the endpoint if this disabled it. */
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
