/**
 * One migrator at a time. Who has to wait asks again and again instead of waiting inside a statement: a statement holds a snapshot, and the index
 * that another migrator builds concurrently waits for every snapshot, so both would wait for each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './error.ts';

/** The key that Prisma's schema engine locks. */
const PRISMA_LOCK = 72707369;
const PAUSE_MS = 250;
/** Building an index over the largest table takes less. */
const WAIT_MS = 60 * 60_000;
const SAY_EVERY_MS = 30_000;

export interface TurnOptions {
  /** Told who migrates meanwhile, at once and every half minute. */
  readonly say?: (line: string) => void;
  /** How long to wait for another migrator; left out: an hour. */
  readonly waitMs?: number;
}

/** Holds the lock until the connection ends. Throws MigrationError, naming the holder, when it does not come free in time. */
export async function takeTurn(client: pg.Client, { say, waitMs = WAIT_MS }: TurnOptions): Promise<void> {
  const startMs = performance.now();
  let sayAtMs = startMs;
  while (!(await tryLock(client))) {
    const nowMs = performance.now();
    if (nowMs - startMs >= waitMs)
      throw new MigrationError(`${await holderOf(client)}; gave up after ${Math.round(waitMs / 1000)} s, run it again`);
    if (nowMs >= sayAtMs) {
      say?.(`${await holderOf(client)}; waiting for it to end`);
      sayAtMs = nowMs + SAY_EVERY_MS;
    }
    await sleep(PAUSE_MS);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [PRISMA_LOCK]);
  return rows[0]?.taken === true;
}

const HOLDER = `SELECT pid, coalesce(application_name, '') AS application, client_addr::text AS address, backend_start AS since
  FROM pg_stat_activity JOIN pg_locks USING (pid)
  WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = 0 AND objid = $1::oid AND objsubid = 1`;

interface HolderRow {
  readonly pid: number;
  readonly application: string;
  /** Null over a socket of the same machine, and to a role that may not see it, as is the next. */
  readonly address: string | null;
  readonly since: Date | null;
}

async function holderOf(client: pg.Client): Promise<string> {
  const [holder] = (await client.query<HolderRow>(HOLDER, [PRISMA_LOCK])).rows;
  if (holder === undefined) return 'another migrator held the lock until now';
  const { pid, application, address, since } = holder;
  const from = address === null ? '' : ` from ${address}`;
  const when = since === null ? '' : `, connected since ${since.toISOString()}`;
  return `another migrator holds the lock: ${application || 'unnamed'}${from}, server process ${pid}${when}`;
}
