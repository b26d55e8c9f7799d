/** A whole system: its own database and bucket, and every app as processes behind proxies. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type App, type Counts, createApps } from './apps.ts';
import { environmentFor, newSecrets, type Secrets, TIMINGS } from './environment.ts';
import { type Machine, watchMachine } from './machine.ts';
import { freshDatabase, openPool } from './postgres.ts';
import { type Proxy, startProxy } from './proxy.ts';
import type { Runner } from './runner.ts';
import type { Servers } from './servers.ts';

export type { App } from './apps.ts';

export interface System {
  readonly servers: Servers;
  readonly databaseUrl: string;
  /** The suite's own connections to this system's database. */
  readonly sql: pg.Pool;
  readonly bucket: string;
  readonly secrets: Secrets;
  /** Number of lines in the cost log that are older than this system. */
  readonly costsFrom: number;
  readonly apps: readonly App[];
  readonly gatewayUrls: readonly string[];
  readonly operatorUrls: readonly string[];
  /** The time that the machine gives to this system, measured since before its start. */
  readonly machine: Machine;
  /** Null: the run has no own tools. */
  readonly runner: Runner | null;
  readonly reviewResolveSeconds: number;
  /** Restarts everything and reconnects it. */
  readonly recover: () => void;
  readonly stop: () => Promise<void>;
}

export interface SystemOptions {
  /** Name of the database and the bucket. */
  readonly name: string;
  readonly counts: Counts;
  readonly failpointUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly runner?: Runner;
}

/** On an otherwise idle machine. */
const READY_MS_MAX = 90_000;
const POLL_MS = 100;
const LOG_TAIL_CHARS = 2000;

export async function startSystem(servers: Servers, options: SystemOptions): Promise<System> {
  const { postgres, redis, store, simulator, logs } = servers;
  const machine = watchMachine();
  await redis.command('FLUSHALL');
  const databaseUrl = await freshDatabase(postgres, options.name);
  const [secrets, bucket] = [newSecrets(), options.name.replaceAll('_', '-')];
  const settings = { databaseUrl, store, bucket, simulator, secrets, failpointUrl: options.failpointUrl ?? null };
  const { runner = null } = options;
  const door = await openDoor(() => system.gatewayUrls);
  const apps = await createApps({
    ports: {
      postgres: postgres.port,
      redis: redis.port,
      ...(store.kind === 's3' ? { store: store.port } : {}),
      provider: simulator.port,
    },
    ofProvider: runner === null ? {} : { ...runner.settings, FAREBOX_PUBLIC_URL: `http://127.0.0.1:${door.port}` },
    environment: environmentFor({ ...settings, extra: options.environment ?? {} }),
    logs,
    counts: options.counts,
  });
  const sql = openPool(databaseUrl);
  const costsFrom = linesOf(simulator.costLog);
  for (const { process } of apps) process.start();
  const system: System = {
    servers,
    databaseUrl,
    sql,
    bucket,
    secrets,
    costsFrom,
    apps,
    gatewayUrls: apps.flatMap(({ url }) => (url === null ? [] : [url])),
    operatorUrls: apps.flatMap(({ operatorUrl }) => operatorUrl ?? []),
    machine,
    runner,
    reviewResolveSeconds: Number(
      options.environment?.['FAREBOX_REVIEW_RESOLVE_SECONDS'] ?? TIMINGS.reviewResolveSeconds,
    ),
    recover: () => apps.forEach(recover),
    stop: () => stop({ apps, sql, machine, door }),
  };
  await Promise.all(apps.map((app) => untilReady(app, { logs, machine }))).catch(async (error: unknown) => {
    await system.stop();
    throw error;
  });
  return system;
}

/** One address for the files of runs, at each gateway in turn. */
function openDoor(gatewayUrls: () => readonly string[]): Promise<Proxy> {
  let turn = 0;
  return startProxy(() => {
    const urls = gatewayUrls();
    return Number(new URL(urls[turn++ % urls.length] ?? '').port);
  });
}

const linesOf = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);

export function recover({ process, proxies }: App): void {
  for (const proxy of Object.values(proxies)) proxy.recover();
  process.resume();
  process.start();
}

interface Stopping extends Pick<System, 'apps' | 'sql' | 'machine'> {
  readonly door: Proxy;
}

async function stop({ apps, sql, machine, door }: Stopping): Promise<void> {
  machine.close();
  door.close();
  await Promise.all(apps.map(({ process }) => process.kill()));
  for (const { proxies } of apps) Object.values(proxies).forEach((proxy) => proxy.close());
  await sql.end();
}

/** A gateway reports that it is ready; the other apps log it. */
async function untilReady(
  { url, process }: App,
  { logs, machine }: { readonly logs: string; readonly machine: Machine },
): Promise<void> {
  const log = join(logs, `${process.name}.log`);
  const from = readFileSync(log, 'utf8').length;
  const fromMs = Date.now();
  const isReady = async (): Promise<boolean> =>
    url === null ? readFileSync(log, 'utf8').slice(from).includes('"working"') : respondsOk(`${url}/readyz`);
  while (!(await isReady())) {
    if (!process.isRunning() || machine.grantedMs(fromMs) > READY_MS_MAX)
      throw new Error(`${process.name} does not start:\n${readFileSync(log, 'utf8').slice(-LOG_TAIL_CHARS)}`);
    await pause(POLL_MS);
  }
}

/** A process that serves its metrics has completed the slow part of its start. */
export async function untilServing({ metricsUrl, process }: App, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && process.isRunning() && !(await respondsOk(metricsUrl))) await pause(POLL_MS);
}

export async function respondsOk(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  await reply?.arrayBuffer().catch(() => null);
  return reply?.ok === true;
}
