/** Every fault of a run: its target, its effect and its duration. Each resolves when it is over and undone. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MixFault } from '../checker/mix-faults.ts';
import type { ServerName } from '../system/apps.ts';
import { type App, recover, type System, untilServing } from '../system/system.ts';
import type { Runner } from '../system/runner.ts';
import { deliverAgain } from './duplicates.ts';

export interface Injection {
  readonly system: System;
  /** Target of a fault on one process. */
  readonly app: App;
  readonly ms: number;
  /** Executions that were accepted so far, by id, oldest first. */
  readonly accepted: ReadonlyMap<string, unknown>;
}

export interface Fault {
  readonly name: MixFault;
  /** Relative frequency; with 0 it is never drawn and strikes once, at `share` of the run. */
  readonly weight: number;
  readonly share?: number;
  /** Duration in milliseconds. */
  readonly ms: readonly [min: number, max: number];
  /** Null: it strikes a shared server. */
  readonly apps: readonly App['app'][] | null;
  readonly inject: (inject: Injection) => Promise<unknown>;
  /** Ends a process; never all processes of an app at once. */
  readonly ends?: true;
}

const EVERY: readonly App['app'][] = ['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'];

type Nameless = Omit<Fault, 'name'>;

const onProcess = (often: Pick<Fault, 'weight' | 'ms' | 'ends'>, inject: Fault['inject']): Nameless => ({
  ...often,
  apps: EVERY,
  inject,
});

const onLine = (
  weight: number,
  { server, mode, apps }: { server: ServerName; mode: 'cut' | 'swallow' | 'hang' | 'slow'; apps?: Fault['apps'] },
): Nameless => ({
  weight,
  ms: [100, 2500],
  apps: apps ?? EVERY,
  inject: async ({ app, ms }) => app.proxies[server]?.[mode](ms),
});

const shared = (weight: number, inject: Fault['inject']): Nameless => ({ weight, ms: [500, 4000], apps: null, inject });

/** A fault that strikes once, at this share of the run; everything that was committed exists afterwards. */
const once = (share: number, inject: Fault['inject']): Nameless => ({ ...shared(0, inject), share });

/** Changes a setting of Redis for a while. */
async function redisSetting({ system, ms }: Injection, setting: string, [value, usual]: readonly [string, string]) {
  const set = (to: string): Promise<unknown> => system.servers.redis.command(`CONFIG SET ${setting} ${to}`);
  await set(value);
  await pause(ms);
  await set(usual);
}

/** While one process of an app starts, no other process of it is ended: on a slow machine the run must continue. */
const START_MS_MAX = 40_000;

/** Kills the process at a random moment; its supervisor restarts it. */
async function killed({ app, ms }: Injection): Promise<void> {
  await app.process.kill();
  await pause(ms);
  app.process.start();
  await untilServing(app, START_MS_MAX);
}

/** Usually longer than a lease: another worker continues meanwhile. */
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

type OfRunner = (runner: Runner, ms: number) => Promise<unknown>;

/** Only a run with own tools has a runner. */
const onRunner = (weight: number, inject: OfRunner): Nameless =>
  shared(weight, async ({ system: { runner }, ms }) => runner !== null && (await inject(runner, ms)));

/** Its book remains, and it goes on with its runs. */
async function killedRunner({ process }: Runner, ms: number): Promise<void> {
  await process.kill();
  await pause(ms / 4);
  process.start();
}

async function hungRunner({ process }: Runner, ms: number): Promise<void> {
  process.pause();
  await pause(ms);
  process.resume();
}

/** One for each fault that a mix must have: a demanded fault without an implementation does not compile. */
const BY_NAME: Readonly<Record<MixFault, Nameless>> = {
  'process killed': onProcess({ weight: 16, ms: [0, 1000], ends: true }, killed),
  'process paused': onProcess({ weight: 12, ms: [500, 5000] }, paused),
  'process stopped in order': onProcess({ weight: 5, ms: [0, 0], ends: true }, stoppedInOrder),
  'postgres cut': onLine(8, { server: 'postgres', mode: 'cut' }),
  'postgres answers lost': onLine(8, { server: 'postgres', mode: 'swallow' }),
  'postgres hangs': onLine(3, { server: 'postgres', mode: 'hang' }),
  'redis cut': onLine(5, { server: 'redis', mode: 'cut' }),
  'redis answers lost': onLine(4, { server: 'redis', mode: 'swallow' }),
  'store cut': onLine(5, { server: 'store', mode: 'cut' }),
  'store answers lost': onLine(4, { server: 'store', mode: 'swallow' }),
  'store slow': onLine(3, { server: 'store', mode: 'slow' }),
  'provider cut': onLine(6, { server: 'provider', mode: 'cut', apps: ['worker-provider'] }),
  'provider answers lost': onLine(6, { server: 'provider', mode: 'swallow', apps: ['worker-provider'] }),
  'redis emptied': shared(5, ({ system }) => system.servers.redis.command('FLUSHALL')),
  'redis restarted empty': shared(3, ({ system }) => system.servers.redis.restart()),
  'redis hangs': shared(3, hungRedis),
  'redis full': shared(3, (inject) => redisSetting(inject, 'maxmemory', ['1', '0'])),
  'redis read-only': shared(3, (inject) => redisSetting(inject, 'min-replicas-to-write', ['1', '0'])),
  'postgres backends terminated': shared(5, ({ system }) => system.servers.postgres.terminateBackends()),
  'postgres restarted': once(0.4, ({ system }) => system.servers.postgres.restart()),
  'postgres crashed': once(0.7, ({ system }) => system.servers.postgres.crash()),
  'jobs delivered again': shared(6, deliverAgain),
  'provider restarted': shared(2, restartedSimulator),
  'runner killed': onRunner(5, killedRunner),
  'runner hangs': onRunner(3, hungRunner),
  'runner cut': onRunner(4, ({ cut }, ms) => cut(ms)),
  'runner answers lost': onRunner(4, ({ swallow }, ms) => swallow(ms)),
};

export const FAULTS: readonly Fault[] = (Object.keys(BY_NAME) as MixFault[]).map((name) => ({
  name,
  ...BY_NAME[name],
}));

/** After the last fault: every process runs, every connection passes, every server has its usual settings. */
export async function recoverAll(system: System): Promise<void> {
  const { redis, simulator, store } = system.servers;
  await redis.recover();
  simulator.process.start();
  system.runner?.recover();
  if (store.kind === 's3') store.process.resume();
  for (const setting of ['maxmemory 0', 'min-replicas-to-write 0']) await redis.command(`CONFIG SET ${setting}`);
  system.apps.forEach(recover);
}
