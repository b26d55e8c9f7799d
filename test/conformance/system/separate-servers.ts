/**
 * Services mode: real PostgreSQL, Redis and MinIO, and every app as processes of its own: two gateways, a third with execution
 * switched off, two image workers, one for sound, a provider worker with the simulator for test projects, one keeper.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { migrate } from '@farebox/db';
import { freePort } from '@farebox/embedded';
import { findFfmpeg } from '@farebox/sandbox';
import { respondsOk, startApps, startMinio, startProgram, startRedis } from '@farebox/testing';
import { startServerPostgres } from './postgres.ts';
import type { RunningSystem } from './running-system.ts';

const SIMULATOR = resolve(import.meta.dirname, '../../../packages/simulator/src/main.ts');
const READY_TIMEOUT_MS = 45_000;
/** The value of `npm start`: a test cannot wait for a review of three days. */
const REVIEWS = { FAREBOX_REVIEW_RESOLVE_SECONDS: '300' };

const GATEWAYS = { 'gateway-1': {}, 'gateway-2': {}, 'gateway-closed': { FAREBOX_EXECUTION_ENABLED: 'false' } };

type Env = Readonly<Record<string, string>>;
interface Stoppable {
  readonly stop: () => Promise<void>;
}

export async function startServices(directory: string): Promise<RunningSystem> {
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    const [servers, apps] = [started.slice(0, 4), started.slice(4)];
    await Promise.all(apps.map((each) => each.stop()));
    await Promise.all(servers.map((each) => each.stop()));
  };
  try {
    const env = await startServers(directory, started);
    const apps = await startApps({
      directory,
      env,
      gateways: GATEWAYS,
      imageWorkers: 2,
      avWorkers: FFMPEG.ok ? 1 : 0,
      providerWorkers: [{}],
    });
    started.push(apps);
    const [first, second, closed] = apps.gatewayUrls as [string, string, string];
    return {
      gatewayUrls: [first, second],
      closedGatewayUrl: closed,
      fixturesEnv: { ...env, FAREBOX_PUBLIC_URL: first },
      fixturesArgs: [],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the servers and returns the environment that every app shares. */
async function startServers(directory: string, started: Stoppable[]): Promise<Env> {
  const redis = required(await startRedis(), 'redis-server');
  started.push(redis);
  const minio = required(await startMinio(), 'minio');
  started.push(minio);
  const postgres = await startServerPostgres(directory);
  started.push(postgres);
  await migrate(postgres.ownerUrl);
  const simulator = await startSimulator(directory);
  started.push(simulator);
  return {
    ...REVIEWS,
    FAREBOX_SIMULATOR_URL: simulator.url,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: minio.endpoint,
    S3_ACCESS_KEY: minio.accessKey,
    S3_SECRET_KEY: minio.secretKey,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_KEY_PEPPER: randomBytes(32).toString('hex'),
    FAREBOX_URL_SECRET: randomBytes(32).toString('hex'),
    FAREBOX_REHEARSAL: 'true',
    ...AUDIO,
  };
}

/** The providers of test projects. */
async function startSimulator(directory: string): Promise<Stoppable & { readonly url: string }> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { FAREBOX_SIMULATOR_PORT: port, FAREBOX_SIMULATOR_DIR: join(directory, 'simulator') };
  const program = startProgram({ name: 'simulator', directory, command: [process.execPath, SIMULATOR], env });
  await program.ready(respondsOk(`${url}/_simulator/costs`), READY_TIMEOUT_MS);
  return { url, stop: program.stop };
}

/** Without ffmpeg the audio and video tools report that they are not available, as after every start. */
const FFMPEG = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
const AUDIO: Env = FFMPEG.ok
  ? {
      FAREBOX_FFMPEG: FFMPEG.ffmpeg.path,
      FAREBOX_AUDIO_FORMATS: FFMPEG.ffmpeg.formats.join(','),
      FAREBOX_VIDEO_FORMATS: FFMPEG.ffmpeg.videoFormats.join(','),
    }
  : {};

function required<T>(launched: T | null, program: string): T {
  if (launched === null) throw new Error(`the services mode needs ${program}`);
  return launched;
}
