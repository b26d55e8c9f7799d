/**
 * The measured system, as in services mode: real PostgreSQL that flushes its commits, real Redis, one gateway and one image worker as processes of
 * their own. There is no keeper: no job is lost here, and the keeper would sweep a backlog.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { migrate } from '@farebox/db';
import { freePort, startTestPostgres } from '@farebox/embedded';
import { findFfmpeg } from '@farebox/sandbox';
import { respondsOk, findProgram, type Program, startProcess, startProgram, startRedis } from '@farebox/testing';
import pg from 'pg';
import { type Processes, threadsUs } from '../cpu.ts';

export interface System {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly keyPepper: string;
  readonly directory: string;
  /** For set-up and checks; the measured processes have their own connections. */
  readonly sql: pg.Pool;
  readonly processes: Processes;
  /** Processor time of the gateway until it was ready, with a warm compile cache. */
  readonly gatewayStartUs: number;
  /** Stops the worker: queued executions stay queued. */
  readonly stopWorker: () => Promise<void>;
  /** Starts a worker with the default concurrency. The caller stops it. */
  readonly startWorker: (app: WorkerApp, settings?: Readonly<Record<string, string>>) => Promise<Program>;
  readonly stop: () => Promise<void>;
}

export type WorkerApp = 'worker-image' | 'worker-av' | 'worker-provider';

const APPS = resolve(import.meta.dirname, '../../../apps');
/** For our processes, pgbench and all peers. */
const CONNECTIONS_MAX = 400;
export const READY_TIMEOUT_MS = 30_000;

/** Returns null and prints one line for each missing program when one is not installed. */
export async function startSystem(directory: string, durable: boolean): Promise<System | null> {
  const programs = [
    findProgram('wrk', 'install the package wrk.'),
    findProgram('pgbench', 'install the package postgresql.'),
    findProgram('redis-server', 'install the package redis-server.'),
  ];
  if (programs.includes(null)) return null;
  const started: { stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const each of started.splice(0).reverse()) await each.stop();
  };
  try {
    return { ...(await startAll({ directory, durable }, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(
  { directory, durable }: { readonly directory: string; readonly durable: boolean },
  started: { stop: () => Promise<void> }[],
): Promise<Omit<System, 'stop'>> {
  const postgres = await startTestPostgres({
    directory: join(directory, 'postgres'),
    connectionsMax: CONNECTIONS_MAX,
    durable,
  });
  started.push(postgres);
  const redis = (await startRedis()) as NonNullable<Awaited<ReturnType<typeof startRedis>>>;
  started.push(redis);
  await migrate(postgres.url);
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  sql.on('error', () => {}); // the server stops before this pool is closed; a statement that fails rejects by itself
  started.push({ stop: () => sql.end() });
  const keyPepper = randomBytes(32).toString('hex');
  const compiled = await compile(directory);
  const env = { ...settings({ directory, databaseUrl: postgres.appUrl, redisUrl: redis.url, keyPepper }), ...compiled };
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const gateway = await startApp('gateway', {
    directory,
    env: { ...env, FAREBOX_PORT: port },
    readyUrl: `${url}/readyz`,
  });
  started.push(gateway);
  const gatewayStartUs = threadsUs(gateway.pid);
  const worker = await startApp('worker-image', { directory, env });
  started.push(worker);
  const processes = {
    gateway: gateway.pid,
    worker: worker.pid,
    postgres: await firstProcessOf(sql),
    redis: redis.pid,
  };
  const stopWorker = (): Promise<void> => worker.stop();
  const startWorker: System['startWorker'] = (app, settings = {}) =>
    startApp(app, { directory, env: { ...env, FAREBOX_WORKER_CONCURRENCY: '0', ...settings } });
  return {
    url,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    keyPepper,
    directory,
    sql,
    processes,
    gatewayStartUs,
    stopWorker,
    startWorker,
  };
}

/** As in the image (deploy/Dockerfile): an app without settings exits as soon as it is loaded, and leaves Node's compile cache. */
async function compile(directory: string): Promise<{ readonly NODE_COMPILE_CACHE: string }> {
  const env = { NODE_COMPILE_CACHE: join(directory, 'compiled') };
  await startProcess({ command: [process.execPath, join(APPS, 'gateway/src/main.ts')], env, stderr: 'keep' }).ended;
  return env;
}

async function firstProcessOf(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  return Number(rows[0]!.pid);
}

interface App {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** By default the address of its metrics. */
  readonly readyUrl?: string;
}

async function startApp(name: string, { directory, env, readyUrl }: App): Promise<Program> {
  const metricsPort = String(await freePort());
  const program = startProgram({
    name,
    directory,
    command: [process.execPath, join(APPS, name, 'src/main.ts')],
    env: { ...env, NODE_ENV: 'production', FAREBOX_METRICS_PORT: metricsPort },
  });
  await program.ready(respondsOk(readyUrl ?? `http://127.0.0.1:${metricsPort}/metrics`), READY_TIMEOUT_MS);
  return program;
}

interface SettingsInput {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly keyPepper: string;
}

/** Default settings, except for two limits that a benchmark must raise: requests for each key, and no-ops that a worker runs at once. */
const settings = ({ directory, databaseUrl, redisUrl, keyPepper }: SettingsInput): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  FAREBOX_DATA_DIR: join(directory, 'files'),
  FAREBOX_KEY_PEPPER: keyPepper,
  FAREBOX_URL_SECRET: keyPepper,
  FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000000',
  FAREBOX_WORKER_CONCURRENCY: '128',
  FAREBOX_REHEARSAL: 'true',
  ...formatsOffered(),
});

/** The formats that the ffmpeg of this machine can write. */
function formatsOffered(): Record<string, string> {
  const found = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
  if (!found.ok) return {};
  const { path, formats, videoFormats } = found.ffmpeg;
  return {
    FAREBOX_FFMPEG: path,
    FAREBOX_AUDIO_FORMATS: formats.join(','),
    FAREBOX_VIDEO_FORMATS: videoFormats.join(','),
  };
}
