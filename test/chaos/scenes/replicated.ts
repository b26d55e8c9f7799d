/** A database with a standby behind one address, as a failover manager provides it: the address follows the server that accepts writes. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openCluster, urlOf } from '../system/cluster.ts';
import { openPool, type Postgres, setFor } from '../system/postgres.ts';
import { startProxy } from '../system/proxy.ts';
import type { Forgotten } from '../system/run-record.ts';

const OUTAGE_MS = 120_000;
/** Clients have received the primary's responses before any process can reach the standby. */
const REPLIED_MS = 2000;
const CAUGHT_UP_POLLS_MAX = 300;
const POLL_MS = 100;

export interface Replicated extends Postgres {
  /** Resolves when the standby has everything that was committed; from then on it receives nothing. */
  readonly withhold: () => Promise<void>;
  /** Kills the primary and promotes the standby. Resolves to what the standby had never received. */
  readonly failOver: () => Promise<Forgotten>;
}

export const startReplicated =
  ({ synchronous }: { readonly synchronous: boolean }) =>
  async (directory: string): Promise<Replicated> => {
    const primary = await openCluster({ directory, name: 'primary' });
    await primary.start();
    const replication = await startProxy(primary.port);
    const standby = await openCluster({ directory, name: 'standby', copyOf: replication.port });
    await standby.start();
    let current = primary;
    const door = await startProxy(() => current.port);
    const url = urlOf(door.port, 'postgres');
    const pool = openPool(url);
    const unable = (): Promise<never> => Promise.reject(new Error('a replicated database only fails over'));
    if (synchronous) await setFor(pool, 'synchronous_standby_names', '*');
    return {
      url,
      port: door.port,
      pool,
      terminateBackends: unable,
      restart: unable,
      crash: unable,
      away: unable,
      setting: (name, value) => setFor(pool, name, value),
      async withhold() {
        await untilCaughtUp(pool);
        void replication.hang(OUTAGE_MS);
      },
      async failOver() {
        await primary.process.kill();
        void door.cut(OUTAGE_MS);
        await standby.promote();
        const from = await lastHeard(standby.port);
        await pause(REPLIED_MS);
        const until = new Date();
        current = standby;
        door.recover();
        return { from, until };
      },
      async stop() {
        await pool.end();
        door.close();
        replication.close();
        await Promise.all([primary.process.kill(), standby.process.kill()]);
      },
    };
  };

async function untilCaughtUp(sql: pg.Pool): Promise<void> {
  const { rows } = await sql.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  for (let poll = 0; poll < CAUGHT_UP_POLLS_MAX; poll++) {
    const behind = await sql.query('SELECT FROM pg_stat_replication WHERE replay_lsn >= $1::pg_lsn', [rows[0]?.lsn]);
    if (behind.rowCount === 1) return;
    await pause(POLL_MS);
  }
  throw new Error('the standby does not catch up');
}

/** Time of the last commit that a promoted standby has. */
async function lastHeard(port: number): Promise<Date> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') });
  await client.connect();
  const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
  await client.end();
  const at = rows[0]?.at ?? null;
  if (at === null) throw new Error('the standby has never heard of a commit');
  return at;
}

/** The database of a scene that started it by `startReplicated`. */
export const replicated = (postgres: Postgres): Replicated => postgres as Replicated;
