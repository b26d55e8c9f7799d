/** A database with a standby, behind one address, as a failover manager shows it: the address follows the server that takes writes. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openCluster, urlOf } from '../system/cluster.ts';
import { type Postgres, setFor } from '../system/postgres.ts';
import { startProxy } from '../system/proxy.ts';

const OUTAGE_MS = 120_000;

export interface Replicated extends Postgres {
  /** The primary dies, and the standby takes over. Before it dies, it commits for this long what its standby never hears of. */
  readonly failOver: (unheardMs: number) => Promise<void>;
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
    const pool = new pg.Pool({
      connectionString: url,
      max: 4,
      application_name: 'chaos',
      connectionTimeoutMillis: 5000,
    });
    pool.on('error', () => {}); // the server dies on purpose
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
      async failOver(unheardMs) {
        if (unheardMs > 0) void replication.hang(OUTAGE_MS);
        await pause(unheardMs);
        await primary.process.kill();
        void door.cut(OUTAGE_MS);
        await standby.promote();
        current = standby;
        door.heal();
      },
      async stop() {
        await pool.end();
        door.close();
        replication.close();
        await Promise.all([primary.process.kill(), standby.process.kill()]);
      },
    };
  };

/** What a scene that started it has got. */
export const replicated = (postgres: Postgres): Replicated => postgres as Replicated;
