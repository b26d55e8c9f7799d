/**
 * Lets one migrator run at a time. A waiting migrator polls instead of waiting inside a statement: a statement holds a
 * snapshot, and another migrator's concurrent index build waits for every snapshot. Both would wait for each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './error.ts';

/** The key that Prisma's schema engine locks. */
const PRISMA_LOCK = 72707369;
const PAUSE_MS = 250;
/** Longer than an index build over the largest table. */
const WAIT_MS = 60 * 60_000;
const SAY_EVERY_MS = 30_000;

export interface TurnOptions {
  /** Called with the name of the running migrator, at once and every 30 seconds. */
  readonly say?: (line: string) => void;
  /** Maximum wait for another migrator in milliseconds; default: one hour. */
  readonly waitMs?: number;
}

/**
 * Holds the lock until the connection ends. Throws MigrationError with the holder's name if the lock is not free in
 * time.
 */
export async function takeTurn(client: pg.Client, { say, waitMs = WAIT_MS }: TurnOptions): Promise<void> {
  const startMs = performance.now();
  let sayAtMs = startMs;
  while (!(await tryLock(client))) {
    const nowMs = performance.now();
    if (nowMs - startMs >= waitMs)
      throw new MigrationError(`${await holderOf(client)}; gave up after ${Math.round(waitMs / 1000)} s, run it again`);
    if (nowMs >= sayAtMs) {
      say?.(`${await holderOf(client)}; waiting until it ends`);
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
  /** Null over a local socket, and for a role without the privilege to see it. The same holds for the next field. */
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
