/** Everything that goes wrong in a run: what it does to whom, for how long. Each resolves when it is over and undone. */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, recover, type System, untilServing } from '../system/system.ts';
import type { ServerName } from '../system/apps.ts';
import { deliverAgain } from './duplicates.ts';

export interface Injection {
  readonly system: System;
  /** Of a fault on one process. */
  readonly app: App;
  readonly ms: number;
  /** Executions that were accepted so far, by id, oldest first. */
  readonly accepted: ReadonlyMap<string, unknown>;
}

export interface Fault {
  readonly name: string;
  readonly weight: number;
  /** How long it lasts, in milliseconds. */
  readonly ms: readonly [min: number, max: number];
  /** Null: it hits what all share. */
  readonly apps: readonly App['app'][] | null;
  readonly inject: (inject: Injection) => Promise<unknown>;
  /** Never all processes of an app at once. */
  readonly ends?: true;
  /** A run has not met it before it has hit each of its apps. */
  readonly meetsEach?: true;
}

const EVERY: readonly App['app'][] = ['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'];

type Often = Pick<Fault, 'weight' | 'ms' | 'ends' | 'meetsEach'>;

const onProcess = (name: string, often: Often, inject: Fault['inject']): Fault => ({
  name,
  ...often,
  apps: EVERY,
  inject,
});

const onLine = (
  name: string,
  weight: number,
  { server, mode, apps }: { server: ServerName; mode: 'cut' | 'swallow' | 'hang' | 'slow'; apps?: Fault['apps'] },
): Fault => ({
  name,
  weight,
  ms: [100, 2500],
  apps: apps ?? EVERY,
  inject: async ({ app, ms }) => app.proxies[server]?.[mode](ms),
});

const shared = (name: string, weight: number, inject: Fault['inject']): Fault => ({
  name,
  weight,
  ms: [500, 4000],
  apps: null,
  inject,
});

/** A setting of Redis for a while. */
async function redisSetting({ system, ms }: Injection, setting: string, [value, usual]: readonly [string, string]) {
  const set = (to: string): Promise<unknown> =>
    system.servers.redis.command(`CONFIG SET ${setting} ${to}`).catch(() => {});
  await set(value);
  await pause(ms);
  await set(usual);
}

/** While one of an app is starting, no other of it is ended: the machine may be slow, and the run has to go on. */
const START_MS_MAX = 40_000;

/** Kills it in the middle of whatever it does; its supervisor starts it again. */
async function killed({ app, ms }: Injection): Promise<void> {
  await app.process.kill();
  await pause(ms);
  app.process.start();
  await untilServing(app, START_MS_MAX);
}

/** Longer than a lease as a rule: somebody else goes on meanwhile. */
async function paused({ app, ms }: Injection): Promise<void> {
  app.process.pause();
  await pause(ms);
  app.process.resume();
}

async function stoppedInOrder({ app }: Injection): Promise<void> {
  await app.process.terminate();
  app.process.start();
  await untilServing(app, START_MS_MAX);
}

async function hungRedis({ system, ms }: Injection): Promise<void> {
  const { process } = system.servers.redis;
  process.pause();
  await pause(ms);
  process.resume();
}

async function restartedSimulator({ system, ms }: Injection): Promise<void> {
  const { simulator } = system.servers;
  await simulator.process.kill();
  await pause(ms / 4);
  simulator.process.start();
}

export const FAULTS: readonly Fault[] = [
  onProcess('process killed', { weight: 16, ms: [0, 1000], ends: true, meetsEach: true }, killed),
  onProcess('process paused', { weight: 12, ms: [500, 5000] }, paused),
  onProcess('process stopped in order', { weight: 5, ms: [0, 0], ends: true }, stoppedInOrder),
  onLine('postgres cut', 8, { server: 'postgres', mode: 'cut' }),
  onLine('postgres answers lost', 8, { server: 'postgres', mode: 'swallow' }),
  onLine('postgres hangs', 3, { server: 'postgres', mode: 'hang' }),
  onLine('redis cut', 5, { server: 'redis', mode: 'cut' }),
  onLine('redis answers lost', 4, { server: 'redis', mode: 'swallow' }),
  onLine('store cut', 5, { server: 'store', mode: 'cut' }),
  onLine('store answers lost', 4, { server: 'store', mode: 'swallow' }),
  onLine('store slow', 3, { server: 'store', mode: 'slow' }),
  onLine('provider cut', 6, { server: 'provider', mode: 'cut', apps: ['worker-provider'] }),
  onLine('provider answers lost', 6, { server: 'provider', mode: 'swallow', apps: ['worker-provider'] }),
  shared('redis emptied', 5, ({ system }) => system.servers.redis.command('FLUSHALL').catch(() => {})),
  shared('redis restarted empty', 3, ({ system }) => system.servers.redis.restart()),
  shared('redis hangs', 3, hungRedis),
  shared('redis full', 3, (inject) => redisSetting(inject, 'maxmemory', ['1', '0'])),
  shared('redis read-only', 3, (inject) => redisSetting(inject, 'min-replicas-to-write', ['1', '0'])),
  shared('postgres backends terminated', 5, ({ system }) =>
    system.servers.postgres.terminateBackends().catch(() => {}),
  ),
  shared('jobs delivered again', 6, deliverAgain),
  shared('provider restarted', 2, restartedSimulator),
];

/** Once in a run, in its middle: everything that was committed is there afterwards. */
export const POSTGRES_FAULTS: readonly Fault[] = [
  shared('postgres restarted', 1, ({ system }) => system.servers.postgres.restart()),
  shared('postgres crashed', 1, ({ system }) => system.servers.postgres.crash()),
];

/** After the last fault: every process runs, every line is up, every server is as usual. */
export async function recoverAll(system: System): Promise<void> {
  const { redis, simulator, store } = system.servers;
  redis.process.resume();
  redis.process.start();
  simulator.process.start();
  if (store.kind === 's3') store.process.resume();
  for (const setting of ['maxmemory 0', 'min-replicas-to-write 0']) await redis.command(`CONFIG SET ${setting}`);
  system.apps.forEach(recover);
}
