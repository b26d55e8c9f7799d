/** The real servers of a run, started once; every system on them has its own database and bucket. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startDatabase } from './postgres.ts';
import { type Redis, startRedis } from './redis.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { type Store, startStore } from './store.ts';

export interface Servers {
  readonly directory: string;
  readonly logs: string;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly store: Store;
  readonly simulator: Simulator;
  readonly stop: () => Promise<void>;
}

interface ServerOptions {
  readonly directory: string;
  /** Replaces the embedded database. */
  readonly startDatabase?: ((directory: string) => Promise<Postgres>) | undefined;
}

/** Other users must be able to enter `directory`: PostgreSQL does not run as root. */
async function startServers({ directory, startDatabase: start = startDatabase }: ServerOptions): Promise<Servers> {
  const logs = join(directory, 'logs');
  mkdirSync(logs);
  const started: { stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map((each) => each.stop())));
  const add = <T extends { stop: () => Promise<void> }>(server: T): T => {
    started.push(server);
    return server;
  };
  try {
    const postgres = add(await start(join(directory, 'postgres')));
    const redis = add(await startRedis(logs));
    const store = add(await startStore(directory, logs));
    const simulator = add(await startSimulator(directory, logs));
    return { directory, logs, postgres, redis, store, simulator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the servers in the folder of a run, and always stops them. */
export async function withServers<T>(options: ServerOptions, work: (servers: Servers) => Promise<T>): Promise<T> {
  const servers = await startServers(options);
  try {
    return await work(servers);
  } finally {
    await servers.stop();
  }
}
