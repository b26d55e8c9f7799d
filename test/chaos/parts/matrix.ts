/** Every failpoint × every fault: executions of all kinds run until each cell has struck one of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cell, type Cells, createCells } from '../failpoints/cells.ts';
import { type Driver, startDriver } from '../failpoints/driver.ts';
import { pointsOf } from '../failpoints/points.ts';
import { makeCustomers, RICH_ONES } from '../load/customers.ts';
import { openDiary } from '../load/diary.ts';
import { drive, newTally } from '../load/drive.ts';
import { KINDS, LASTING } from '../load/kinds.ts';
import { createRandom } from '../random.ts';
import { writeRunRecord } from '../system/run-record.ts';
import { type App, startSystem, type System, untilServing } from '../system/system.ts';
import { withServers } from '../system/servers.ts';
import { watchBacklog } from './backlog.ts';
import type { PartOptions } from './part.ts';
import { recoverAndSettle } from './settle.ts';
import { check, misbehaved } from './verdict.ts';

/** More workers than in other parts, because some are always draining. */
const COUNTS = { gateway: 2, 'worker-image': 4, 'worker-av': 2, 'worker-provider': 2, keeper: 2 };
/** Short enough that reviews begin and end within the run. */
const ENVIRONMENT = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '2', FAREBOX_REVIEW_RESOLVE_SECONDS: '4' };
/** More executions that reach rare points: with several steps to record. */
const KINDS_STRUCK = KINDS.map((kind) => (kind.tools.includes('pipeline') ? { ...kind, weight: 8 } : kind));
/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const LENGTH_MS_MAX = 240_000;
/** Three of four image workers drain most of the time: at eight a second, executions waited 80 s for a place. */
const RATE = 6;
/** A batch is several executions, and a slow machine falls behind. More could not end within the minute after the faults. */
const OPEN_MAX = 300;
/** Work that a stop interrupts, for the points of handing back: enough for every place, and ended within half a minute. */
const LASTING_LOAD = { kinds: [LASTING], rate: 2, first: 1_000_000 };
const LASTING_MAX = 24;
const POLL_MS = 250;
const START_MS_MAX = 40_000;
/** Lasting work that begins within this time outlives the 14 s of a stop, and is handed back. */
const WORK_MS = 3500;
const PROGRESS_POLLS = 20;
const NAMED_MAX = 10;
/** Workers that are stopped at the same time while a point of handing back is open: each first lets its work finish for 14 s. */
const STOPPING_MAX = 3;

export const runMatrix = (options: PartOptions): Promise<boolean> =>
  withServers(options, async (servers) => {
    const driver = await startDriver();
    const system = await startSystem(servers, {
      name: 'chaos_matrix',
      counts: COUNTS,
      failpointUrl: driver.url,
      environment: ENVIRONMENT,
    });
    try {
      return await injectAll(options, system, driver);
    } finally {
      driver.close();
      await system.stop();
    }
  });

async function injectAll(options: PartOptions, system: System, driver: Driver): Promise<boolean> {
  const { directory, print, seed } = options;
  const cells = createCells(pointsOf({ hasProvider: system.apps.some(({ app }) => app === 'worker-provider') }));
  const customers = await makeCustomers(system, RICH_ONES);
  const stopping = new Set<App>();
  driver.onReached = async (reached) => {
    const app = system.apps.find(({ process }) => process.pid() === reached.pid);
    // A worker that is being stopped gets no other fault, because its stop reaches the points of handing back.
    if (app !== undefined && (!stopping.has(app) || isHandBack({ point: reached.name })))
      await cells.reach(app, reached);
  };
  const diary = openDiary(join(directory, 'client.jsonl'));
  const [sending, resending] = [new AbortController(), new AbortController()];
  const tally = newTally();
  const backlog = watchBacklog(system, sending.signal);
  const load = { system, customers, diary, executions: Infinity, until: sending.signal, signal: resending.signal };
  const [random, others] = [createRandom(seed, 'load'), createRandom(seed, 'lasting')];
  const needsLasting = (): boolean => cells.open().some(isHandBack) && backlog.lasting < LASTING_MAX;
  const work = Promise.all([
    drive({ ...load, random, rate: RATE, kinds: KINDS_STRUCK, isFull: () => backlog.open >= OPEN_MAX }, tally),
    drive({ ...load, ...LASTING_LOAD, random: others, isFull: () => !needsLasting() }, tally),
  ]);
  const failed = new AbortController();
  work.catch((error: unknown) => failed.abort(error));
  await untilStruck(cells, system, { print, stopping, failed: failed.signal });
  driver.onReached = () => Promise.resolve();
  sending.abort();
  const { recoveredAt, settledAfterMs } = await recoverAndSettle({ system, work, resending, diary });
  await writeRunRecord({ system, options, customers, directory, recoveredAt, settledAfterMs });
  const missed = cells.open();
  for (const { point, fault } of missed) print(`✗ nothing came by ${point} to be ${fault}`);
  print(`${cells.all.length - missed.length} of ${cells.all.length} cells, ${tally.accepted.size} executions`);
  const struck = cells.all.filter(({ state }) => state === 'struck');
  const faults = struck.map(({ point: on, fault, id }) => `${JSON.stringify({ fault, on, id })}\n`);
  writeFileSync(join(directory, 'faults.jsonl'), faults.join(''));
  const { broken } = await check(directory, { print });
  return !misbehaved(system, print) && !broken && missed.length === 0;
}

/** Names the cells when only a few are open. */
const named = (open: readonly Cell[]): string =>
  open.length > NAMED_MAX ? '' : `; open: ${open.map(({ point, fault }) => `${point} ${fault}`).join(', ')}`;

const isHandBack = ({ point }: Pick<Cell, 'point'>): boolean => point.startsWith('worker.handback');

/** Waits until the worker has taken work that it cannot finish, then stops it in order. */
async function stopInOrder(worker: App): Promise<void> {
  worker.process.start();
  await untilServing(worker, START_MS_MAX);
  await pause(WORK_MS);
  await worker.process.terminate();
  worker.process.start();
}

interface Watch {
  readonly print: (line: string) => void;
  readonly stopping: Set<App>;
  readonly failed: AbortSignal;
}

async function untilStruck(cells: Cells, system: System, { print, stopping, failed }: Watch): Promise<void> {
  const workers = system.apps.filter(({ app }) => app === 'worker-image');
  const fromMs = Date.now();
  for (let poll = 0; system.machine.grantedMs(fromMs) < LENGTH_MS_MAX; poll++) {
    const open = cells.open();
    failed.throwIfAborted();
    if (open.length === 0) return;
    if (poll % PROGRESS_POLLS === 0)
      print(`  ${cells.all.length - open.length} of ${cells.all.length} cells${named(open)}`);
    const next = workers.find((worker) => !stopping.has(worker));
    if (next !== undefined && stopping.size < STOPPING_MAX && open.some(isHandBack)) {
      stopping.add(next);
      void stopInOrder(next).finally(() => stopping.delete(next));
    }
    await pause(POLL_MS);
  }
}
