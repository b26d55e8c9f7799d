/** The statements of the peers that write SQL: accept in a transaction, accept in one statement, settle in one statement. */
import pg from 'pg';
import { type Accepted, CHARGE_MICROS, MAXIMUM_MICROS, type PaidRequest, POOL_MAX } from './peer.ts';

export class InsufficientBalanceError extends Error {
  override readonly name = 'InsufficientBalanceError';
}

export function poolOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_MAX });
  pool.on('error', () => {}); // the server is stopped before this process
  return pool;
}

const HOLD =
  'UPDATE account SET available = available - $2, held = held + $2 WHERE project_id = $1 AND available >= $2';
const INSERT = `INSERT INTO execution (id, project_id, idempotency_key, body_sha256, tool, arguments, maximum)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`;
const TRANSFER = `INSERT INTO transfer (project_id, execution_id, kind, amount) VALUES ($1, $2, 'reserve', $3)`;

/** BEGIN … COMMIT on one client, as in the documentation of pg. The job is enqueued in the same transaction where `enqueue` allows it. */
export async function acceptInTransaction(
  pool: pg.Pool,
  request: PaidRequest,
  enqueue: (client: pg.PoolClient) => Promise<unknown>,
): Promise<Accepted> {
  const { id, projectId, idempotencyKey, bodySha256, tool, arguments: given } = request;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const held = await client.query(HOLD, [projectId, MAXIMUM_MICROS]);
    if (held.rowCount === 0) throw new InsufficientBalanceError();
    const values = [id, projectId, idempotencyKey, bodySha256, tool, given, MAXIMUM_MICROS];
    const { rows } = await client.query<Accepted>(INSERT, values);
    await client.query(TRANSFER, [projectId, id, MAXIMUM_MICROS]);
    await enqueue(client);
    await client.query('COMMIT');
    return rows[0]!;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const ACCEPT = `
  WITH held AS (
    UPDATE account SET available = available - $2, held = held + $2 WHERE project_id = $1 AND available >= $2 RETURNING project_id),
  made AS (
    INSERT INTO execution (id, project_id, idempotency_key, body_sha256, tool, arguments, maximum)
      SELECT $3::uuid, project_id, $4, $5, $6, $7::jsonb, $2 FROM held RETURNING *),
  moved AS (INSERT INTO transfer (project_id, execution_id, kind, amount) SELECT project_id, id, 'reserve', $2 FROM made)
  SELECT * FROM made`;

/** The accept as an expert of PostgreSQL would write it. */
export async function acceptInOneStatement(pool: pg.Pool, request: PaidRequest): Promise<Accepted> {
  const { id, projectId, idempotencyKey, bodySha256, tool, arguments: given } = request;
  const values = [projectId, MAXIMUM_MICROS, id, idempotencyKey, bodySha256, tool, JSON.stringify(given)];
  const { rows } = await pool.query<Accepted>({ name: 'accept', text: ACCEPT, values });
  if (rows[0] === undefined) throw new InsufficientBalanceError();
  return rows[0];
}

const SETTLE = `
  WITH done AS (
    UPDATE execution SET status = 'succeeded', charged = $2, started_at = coalesce(started_at, now()), finished_at = now()
      WHERE id = $1 AND status <> 'succeeded' RETURNING id, project_id, maximum),
  moved AS (INSERT INTO transfer (project_id, execution_id, kind, amount) SELECT project_id, id, 'settle', $2 FROM done),
  used AS (
    INSERT INTO usage_month AS u (project_id, month, requests, charged)
      SELECT project_id, date_trunc('month', now())::date, 1, $2 FROM done
      ON CONFLICT (project_id, month) DO UPDATE SET requests = u.requests + 1, charged = u.charged + excluded.charged)
  UPDATE account AS a SET held = a.held - done.maximum, spent = a.spent + $2, available = a.available + done.maximum - $2
    FROM done WHERE a.project_id = done.project_id`;

/** The ledger update of one job. It is idempotent: a job that is delivered again changes nothing. */
export const settle = async (pool: pg.Pool, id: string): Promise<void> => {
  await pool.query({ name: 'settle', text: SETTLE, values: [id, CHARGE_MICROS] });
};

const CLAIM = `UPDATE execution SET status = 'running', started_at = now() WHERE id = $1 AND status = 'queued'`;

/** For queues that do not record in the database that a job runs: clients must see `running`. */
export async function claimAndSettle(pool: pg.Pool, id: string): Promise<void> {
  await pool.query({ name: 'claim', text: CLAIM, values: [id] });
  await settle(pool, id);
}
