/** Services mode as processes: two gateways, two workers of each kind and a keeper, with real servers and simulated providers. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LaunchedMinio,
  type StartedApps,
  startApps,
  startMinio,
  startRedis,
  testDatabase,
} from '@farebox/testing';
import { openLoadProject } from './project.ts';
import { avOffer } from './av-offer.ts';
import { startSimulator } from './simulator.ts';

export interface System extends AsyncDisposable {
  readonly gatewayUrls: readonly string[];
  /** App and port of each process that Prometheus scrapes. */
  readonly metrics: StartedApps['metrics'];
  /** API key of a project with a balance. */
  readonly key: string;
  /** Folder for logs and data, removed at the end. */
  readonly directory: string;
}

const GATEWAYS = { 'gateway-1': {}, 'gateway-2': {} };

/** Returns null and prints one line when a required server is not installed. */
export async function startSystem(): Promise<System | null> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'farebox-deploy-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const redis = await startRedis();
  if (redis === null) return null;
  stack.defer(() => redis.stop());
  const minio = await startMinio();
  if (minio !== null) stack.defer(() => minio.stop());
  const database = stack.use(await testDatabase());
  const pepper = randomBytes(32).toString('hex');
  const env = {
    DATABASE_URL: database.appUrl,
    REDIS_URL: redis.url,
    FAREBOX_URL_SECRET: randomBytes(32).toString('hex'),
    FAREBOX_KEY_PEPPER: pepper,
    FAREBOX_REHEARSAL: 'true',
    FAREBOX_RATE_LIMIT_PER_MINUTE: '10000',
    ...avOffer(),
    ...storeOf(minio, directory),
  };
  const key = await openLoadProject(database.url, pepper);
  const providers = await startSimulator(directory);
  stack.defer(() => providers.stop());
  const apps = await startApps({
    directory,
    env: { ...env, ...providers.offer },
    gateways: GATEWAYS,
    imageWorkers: 2,
    avWorkers: 1,
    providerWorkers: [providers.workerSettings, providers.workerSettings],
  });
  stack.defer(() => apps.stop());
  const started = stack.move();
  const { gatewayUrls, metrics } = apps;
  return { gatewayUrls, metrics, key, directory, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** The settings of an S3 server; without one, of a folder that all apps share. */
export function storeOf(minio: LaunchedMinio | null, directory: string): Record<string, string> {
  if (minio === null) return { FAREBOX_DATA_DIR: join(directory, 'files') };
  return { S3_ENDPOINT: minio.endpoint, S3_ACCESS_KEY: minio.accessKey, S3_SECRET_KEY: minio.secretKey };
}
