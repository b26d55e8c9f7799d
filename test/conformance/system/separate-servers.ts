/**
 * The services mode: real PostgreSQL, Redis and MinIO, and every app as processes of its own: two gateways, a third with
 * execution switched off, two image workers, one keeper.
 */
import { randomBytes } from 'node:crypto';
import { migrate } from '@tollgate/db';
import { startApps, startMinio, startRedis } from '@tollgate/testing';
import { startServerPostgres } from './postgres.ts';
import type { RunningSystem } from './running-system.ts';

const GATEWAYS = { 'gateway-1': {}, 'gateway-2': {}, 'gateway-closed': { TOLLGATE_EXECUTION_ENABLED: 'false' } };

type Env = Readonly<Record<string, string>>;
interface Stoppable {
  readonly stop: () => Promise<void>;
}

export async function startServices(directory: string): Promise<RunningSystem> {
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    const [servers, apps] = [started.slice(0, 3), started.slice(3)];
    await Promise.all(apps.map((each) => each.stop()));
    await Promise.all(servers.map((each) => each.stop()));
  };
  try {
    const env = await startServers(directory, started);
    const apps = await startApps({ directory, env, gateways: GATEWAYS, imageWorkers: 2 });
    started.push(apps);
    const [first, second, closed] = apps.gatewayUrls as [string, string, string];
    return {
      gatewayUrls: [first, second],
      closedGatewayUrl: closed,
      fixturesEnv: { ...env, TOLLGATE_PUBLIC_URL: first },
      fixturesArgs: [],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The environment that every app shares. */
async function startServers(directory: string, started: Stoppable[]): Promise<Env> {
  const redis = required(await startRedis(), 'redis-server');
  started.push(redis);
  const minio = required(await startMinio(), 'minio');
  started.push(minio);
  const postgres = await startServerPostgres(directory);
  started.push(postgres);
  await migrate(postgres.ownerUrl);
  return {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: minio.endpoint,
    S3_ACCESS_KEY: minio.accessKey,
    S3_SECRET_KEY: minio.secretKey,
    TOLLGATE_DATA_DIR: directory,
    TOLLGATE_KEY_PEPPER: randomBytes(32).toString('hex'),
    TOLLGATE_URL_SECRET: randomBytes(32).toString('hex'),
    TOLLGATE_REHEARSAL: 'true',
  };
}

function required<T>(launched: T | null, program: string): T {
  if (launched === null) throw new Error(`the services mode needs ${program}`);
  return launched;
}
