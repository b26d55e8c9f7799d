/** The smallest scenario in which each defect shows. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from '../failpoints/driver.ts';
import type { Customer } from '../load/customers.ts';
import type { Diary } from '../load/diary.ts';
import { drive, type Load, newTally } from '../load/drive.ts';
import { KINDS, type Kind, LASTING, PAID } from '../load/kinds.ts';
import { listenToAll } from '../load/listeners.ts';
import type { Job } from '../load/plan.ts';
import { publishPrices } from '../load/publish.ts';
import { finishSending, untilSettled } from '../parts/settle.ts';
import { createRandom } from '../random.ts';
import { replicated } from '../scenes/replicated.ts';
import { HANDED_OVER, untilSent } from '../scenes/forgotten.ts';
import type { Forgotten } from '../system/run-record.ts';
import type { App, System } from '../system/system.ts';

export interface Stage {
  readonly system: System;
  readonly driver: Driver;
  readonly customers: readonly Customer[];
  readonly diary: Diary;
  readonly seed: number;
  /** Folder of the run. */
  readonly directory: string;
}

/** Resolves with the commits that a failover lost, if there was one. */
export type Scenario = (stage: Stage) => Promise<Forgotten | void>;

interface Amount {
  readonly kinds: readonly Kind[];
  readonly executions: number;
  /** Default: true, so that clients only work and the defect shows with any seed. */
  readonly polite?: boolean;
  readonly always?: Load['always'];
  readonly sendingMs?: number;
}

const RATE = 20;
const POLL_MS = 100;
/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const WAIT_MS_MAX = 40_000;
const SENDING_MS_MAX = 20_000;

async function run(
  { system, customers, diary, seed }: Stage,
  { sendingMs = SENDING_MS_MAX, polite = true, always, ...amount }: Amount,
): Promise<string[]> {
  const tally = newTally();
  const random = createRandom(seed, 'load');
  // A system with a defect may return only errors.
  const resending = new AbortController();
  // The next steps are timed from the acceptance of all executions, so no client waits for an end.
  const each = { waitSeconds: null, ...always };
  const { signal } = resending;
  const work = drive({ system, customers, diary, random, rate: RATE, polite, signal, always: each, ...amount }, tally);
  await finishSending(system, { work, resending, ms: sendingMs });
  return [...tally.accepted.keys()];
}

export const work =
  (kinds: readonly Kind[]): Scenario =>
  async (stage) => {
    await run(stage, { kinds, executions: 40, polite: false });
  };

/** Streams every project until all executions have ended. */
export const listen =
  (kinds: readonly Kind[]): Scenario =>
  async (stage) => {
    const listeners = await listenToAll(stage);
    await run(stage, { kinds, executions: 20 });
    await untilSettled(stage.system);
    await listeners.finish();
  };

/** Makes every client do this beside its executions. */
export const workBeside =
  (
    beside: Job['beside'],
    kinds: readonly Kind[],
    { executions = 40, ...always }: Load['always'] & { readonly executions?: number } = {},
  ): Scenario =>
  async (stage) => {
    await run(stage, { kinds, executions, always: { ...always, beside } });
  };

/** An operator publishes a price table, which is in force before the first request. */
export const publishFirst =
  (scenario: Scenario): Scenario =>
  async (stage) => {
    await publishPrices(stage, 1);
    return scenario(stage);
  };

const appOf = ({ system }: Stage, pid: number): App | undefined =>
  system.apps.find(({ process }) => process.pid() === pid);

async function until({ system }: Stage, done: () => Promise<boolean>, waitMsMax = WAIT_MS_MAX): Promise<void> {
  const fromMs = Date.now();
  while (!(await done()) && system.machine.grantedMs(fromMs) < waitMsMax) await pause(POLL_MS);
}

/**
 * Pauses a worker between its paid work and the record of it, and resumes it after another worker has claimed the execution,
 * which is paused meanwhile. Uses a paid step, because its row names its writer; steps of our own machines are written together
 * with the end, which does not.
 */
export const resumeTooLate: Scenario = async (stage) => {
  const { system, driver } = stage;
  let late: { readonly id: string; readonly app: App } | undefined;
  let isOver = false;
  const hasEnded = async (): Promise<boolean> => {
    const { rows } = await system.sql.query<{ ended: boolean }>(
      'SELECT finished_at IS NOT NULL AS ended FROM execution WHERE id = $1',
      [late?.id],
    );
    return rows[0]?.ended === true;
  };
  driver.onReached = async ({ name, id, pid }) => {
    const app = appOf(stage, pid);
    if (id === undefined || app?.app !== 'worker-provider') return;
    if (name === 'worker.finish.before' && late === undefined) {
      late = { id, app };
      app.process.pause();
    } else if (name === 'worker.claim.after' && id === late?.id && app !== late.app && !isOver) {
      late.app.process.resume();
      await until(stage, hasEnded);
      isOver = true;
    }
  };
  await run(stage, { kinds: [PAID], executions: 4 });
  await until(stage, async () => Promise.resolve(isOver));
};

/** Kills a worker after the provider has done its work and before the response is kept. */
export const killAfterTheCall: Scenario = async (stage) => {
  const { driver } = stage;
  const struck = new Set<string>();
  driver.onReached = async ({ name, id, pid }) => {
    const app = appOf(stage, pid);
    if (name !== 'worker.sent.after' || id === undefined || struck.has(id) || app?.app !== 'worker-provider') return;
    struck.add(id);
    if (struck.size > 2) return;
    await app.process.kill();
    app.process.start();
  };
  await run(stage, { kinds: [PAID], executions: 6 });
  await until(stage, async () => struck.size > 1);
};

/** Kills the workers during their work, and empties the queue. */
export const loseTheWork: Scenario = async (stage) => {
  const { system } = stage;
  await run(stage, { kinds: [LASTING], executions: 6 });
  const workers = system.apps.filter(({ app }) => app === 'worker-image');
  await until(stage, async () => {
    const { rows } = await system.sql.query("SELECT 1 FROM execution WHERE status = 'running'");
    return rows.length > 0;
  });
  await Promise.all(workers.map(({ process }) => process.kill()));
  await system.servers.redis.command('FLUSHALL');
  for (const { process } of workers) process.start();
};

/** Sends provider calls while the standby gets no replication, and then fails over to it. */
export const forgetTheCalls: Scenario = async (stage) => {
  const { system } = stage;
  const { withhold, failOver } = replicated(system.servers.postgres);
  await run(stage, { kinds: [HANDED_OVER], executions: 8 });
  await withhold();
  await untilSent(system.sql, 3);
  return failOver();
};

const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');

const always =
  (misuse: Job['misuse']): Scenario =>
  async (stage) => {
    await run(stage, { kinds: AT_ONCE, executions: 6, always: { misuse } });
  };

export const misuseKeys = always('body');
export const agreeToLess = always('ceiling');

/** Longer than a gateway's time limit for an accept. */
const LOST_MS = 11_000;
/** Longer than a database needs for an accept, on a slow machine too. */
const MADE_MS_MAX = 2000;

/** Number of accepts between two lost replies: after them an open connection exists. */
const BETWEEN_LOSSES = 5;

/**
 * Executes the requests of a gateway while it gets no reply, from the moment at which it is about to send an accept. An accept
 * that finds no open connection is never sent, so the scenario repeats until the execution was seen to exist.
 */
export const loseTheReplies: Scenario = async (stage) => {
  const { driver, system } = stage;
  const lines = system.apps.flatMap(({ app, proxies }) => (app === 'gateway' ? (proxies.postgres ?? []) : []));
  const made = async (): Promise<number> =>
    (await system.sql.query<{ made: number }>('SELECT count(*)::integer AS made FROM execution')).rows[0]?.made ?? 0;
  let accepts = 0;
  let isLosing = false;
  let over = Promise.resolve();
  const untilMade = async (before: number, loss: Promise<unknown>): Promise<void> => {
    await until(stage, async () => (await made()) > before, MADE_MS_MAX);
    if ((await made()) > before) return void (await loss);
    for (const { recover } of lines) recover();
    isLosing = false;
  };
  driver.onReached = async ({ name }) => {
    if (name !== 'gateway.accept.before' || ++accepts % BETWEEN_LOSSES !== 0 || isLosing) return;
    isLosing = true;
    const loss = Promise.all(lines.map(({ swallow }) => swallow(LOST_MS)));
    over = untilMade(await made(), loss);
  };
  await run(stage, { kinds: AT_ONCE, executions: 120, sendingMs: LOST_MS * 3, polite: false });
  await over;
};
