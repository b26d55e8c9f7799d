/** PostgreSQL, Redis and MinIO in containers, and the settings by which the apps on this machine reach them. */
import { randomBytes } from 'node:crypto';
import { runSql } from '@farebox/testing';
import {
  GenericContainer,
  getContainerRuntimeClient,
  getReaper,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { imageOf } from './images.ts';

const START_TIMEOUT_MS = 60_000;
const USER = 'farebox';
const PASSWORD = randomBytes(16).toString('hex');
const APP_PASSWORD = randomBytes(16).toString('hex');

export interface StartedContainers {
  /** DATABASE_URL names the role of the apps. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'REDIS_URL' | S3Setting, string>>;
  /** The same database, with the role of its owner. */
  readonly ownerUrl: string;
  readonly stop: () => Promise<void>;
}

type S3Setting = 'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET';

export async function engineResponds(): Promise<boolean> {
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** Rejects when one of them does not start, and then leaves none running. */
export async function startContainers(): Promise<StartedContainers> {
  // The reaper first: it cleans up after a run that is killed, and containers that start in parallel would start one each.
  await getReaper(await getContainerRuntimeClient());
  const starting = await Promise.allSettled([postgres().start(), redis().start(), minio().start()]);
  const started = starting.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.stop()));
  };
  const failed = starting.find((each) => each.status === 'rejected');
  if (failed === undefined) {
    const ownerUrl = `postgres://${USER}:${PASSWORD}@${addressOf(started[0]!)}/farebox`;
    await runSql(ownerUrl, `CREATE ROLE farebox_app LOGIN PASSWORD '${APP_PASSWORD}'`);
    return { env: settings(started), ownerUrl, stop };
  }
  await stop();
  throw failed.reason;
}

function postgres(): GenericContainer {
  return (
    new GenericContainer(imageOf('POSTGRES_IMAGE'))
      .withEnvironment({ POSTGRES_USER: USER, POSTGRES_PASSWORD: PASSWORD, POSTGRES_DB: 'farebox' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
      .withExposedPorts(5432)
      .withStartupTimeout(START_TIMEOUT_MS)
      // Over TCP: while it creates its database, the public image runs a server that listens on a socket only.
      .withWaitStrategy(Wait.forSuccessfulCommand(`pg_isready -h 127.0.0.1 -U ${USER} -d farebox`))
  );
}

function redis(): GenericContainer {
  return new GenericContainer(imageOf('REDIS_IMAGE'))
    .withCommand(['redis-server', '--save', '', '--protected-mode', 'no', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withStartupTimeout(START_TIMEOUT_MS)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'));
}

function minio(): GenericContainer {
  return new GenericContainer(imageOf('MINIO_IMAGE'))
    .withEnvironment({ MINIO_ROOT_USER: USER, MINIO_ROOT_PASSWORD: PASSWORD, MINIO_BROWSER: 'off' })
    .withCommand(['server', '/data'])
    .withExposedPorts(9000)
    .withStartupTimeout(START_TIMEOUT_MS)
    .withWaitStrategy(Wait.forHttp('/', 9000).forStatusCode(403));
}

const addressOf = (started: StartedTestContainer): string => `${started.getHost()}:${started.getFirstMappedPort()}`;

function settings(started: readonly StartedTestContainer[]): StartedContainers['env'] {
  const [database, cache, store] = started.map(addressOf);
  return {
    DATABASE_URL: `postgres://farebox_app:${APP_PASSWORD}@${database}/farebox`,
    REDIS_URL: `redis://${cache}`,
    S3_ENDPOINT: `http://${store}`,
    S3_ACCESS_KEY: USER,
    S3_SECRET_KEY: PASSWORD,
    S3_BUCKET: 'farebox',
  };
}
