/** A worker: takes wake-ups from its engine's queue, runs what it can claim, and drains in order when it is stopped. */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReviewTimes, type WorkerStore, costsOfDelivered, leaseOf } from '@farebox/executions';
import { type Clock, type Engine, systemClock, within } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';
import type { ArtifactStore } from '@farebox/storage';
import { createFairClaim } from './fairness/fair-claim.ts';
import { createFreeCpu } from './fairness/free-cpu.ts';
import { reserveOf } from './fairness/share.ts';
import { type Leased, stopWork } from './leased.ts';
import type { ExecutionDependencies } from './job.ts';
import { noteLateCosts } from './late-costs.ts';
import { keepLeases } from './keep-leases.ts';
import { type WorkerEvent, type WorkerLog, createObserver } from './observer.ts';
import type { Operation } from './operation.ts';
import { runExecution } from './run-execution.ts';
import { createSpool } from './spool/spool.ts';

export interface WorkerOptions {
  readonly engine: Engine;
  /** By the names that plans use. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly queue: WorkQueue;
  /** Made for the same engine and lease. */
  readonly store: WorkerStore;
  readonly artifacts: ArtifactStore;
  readonly logger: WorkerLog;
  readonly observe?: (event: WorkerEvent) => void;
  /**
   * Executions of one project at once; a few more are for others (fairness/share.ts). Cores for heavy operations; more gathers more claims
   * and settlements into one call.
   */
  readonly concurrency: number;
  /** Processor seconds of failed work that a project has free in an hour; beyond, one execution at a time. 0, the default: no budget. */
  readonly freeCpuSeconds?: number;
  readonly leaseSeconds: number;
  readonly reviewTimes?: ReviewTimes;
  /** How long an operation may take to end once it is told to; default 5 s. What waits for a paid result needs more. */
  readonly abandonAfterMs?: number;
  /** Parent of the runs' folders; default: the system's. */
  readonly scratch?: string;
  /** Where a paid result waits while the artifact store is away; it should outlast a restart. Default: below `scratch`. */
  readonly spoolDirectory?: string;
  readonly clock?: Clock;
}

export interface RunningWorker {
  /** Executions in hand. */
  readonly running: () => number;
  /**
   * Takes nothing new, lets what runs end for `finishMs`, hands the rest back, and resolves when nothing is in hand, at the
   * latest `handBackMs` after that. What is still in hand then is found by the keeper. Once `forced` aborts, everything is handed
   * back as it is: a paid call that is under way is then looked up, or reviewed, by whoever claims it next.
   */
  readonly drain: (bounds?: DrainBounds, forced?: AbortSignal) => Promise<void>;
}

export interface DrainBounds {
  readonly finishMs: number;
  readonly handBackMs: number;
}

/** First look after 10 s, an end in the customer's favour after 72 hours. */
const REVIEW_TIMES: ReviewTimes = { backoffSeconds: 10, resolveSeconds: 72 * 3600 };
/** Together below the 25 s that a deploy waits. */
const DRAIN_BOUNDS: DrainBounds = { finishMs: 14_000, handBackMs: 8000 };
const DRAIN_POLL_MS = 20;

export function runWorker(options: WorkerOptions): RunningWorker {
  const { engine, queue, concurrency, leaseSeconds, reviewTimes = REVIEW_TIMES, clock = systemClock } = options;
  const leased = new Set<Leased>();
  const observer = createObserver(options);
  const directory = options.spoolDirectory ?? join(options.scratch ?? tmpdir(), 'farebox-spool');
  const spool = createSpool({ artifacts: options.artifacts, directory, observer });
  const leaseMs = leaseSeconds * 1000;
  const stopping = new AbortController();
  const freeCpu = createFreeCpu({ store: options.store, budgetSeconds: options.freeCpuSeconds ?? 0, clock, observer });
  let draining = false;
  const dependencies: ExecutionDependencies = {
    ...options,
    leased,
    leaseMs,
    reviewTimes,
    clock,
    observer,
    spool,
    draining: () => draining,
    fairClaim: createFairClaim({
      ...options,
      leased,
      clock,
      restricted: freeCpu.restricted,
      stopping: stopping.signal,
    }),
    freeCpu,
  };
  const stopKeeping = keepLeases({ leased, store: options.store, leaseMs, clock, observer });
  const stopFlushing = keepFlushing(dependencies);
  const places = concurrency + reserveOf(concurrency);
  const consumer = queue.consume(engine, { concurrency: places }, ({ projectId, executionId: id }) =>
    runExecution({ projectId, id }, dependencies),
  );

  return {
    running: () => leased.size,
    async drain({ finishMs, handBackMs } = DRAIN_BOUNDS, forced = new AbortController().signal) {
      stopping.abort();
      await Promise.race([consumer.close(finishMs), untilAborted(forced)]);
      draining = true;
      for (const each of leased) stopWork(each, 'shutdown');
      const deadlineMs = clock.monotonicMs() + handBackMs;
      const isWorthIt = (): boolean => !forced.aborted && clock.monotonicMs() < deadlineMs;
      while (leased.size > 0 && isWorthIt()) await sleep(DRAIN_POLL_MS);
      if (leased.size > 0 && forced.aborted) await handBackAll(leased, dependencies);
      stopKeeping();
      stopFlushing();
    },
  };
}

const HAND_BACK_MS = 3000;

async function handBackAll(leased: ReadonlySet<Leased>, { store, queue, engine, observer }: ExecutionDependencies) {
  const all = [...leased];
  try {
    const backs = await within(HAND_BACK_MS, 'handing back', store.handBack(all.map(leaseOf)));
    const wakeUps = all
      .filter(({ claimToken }) => backs.has(claimToken))
      .map(({ projectId, id }) => ({ projectId, executionId: id, epoch: 0 }));
    await queue.notify(engine, wakeUps);
    wakeUps.forEach(() => observer.event({ kind: 'handed_back' }));
  } catch (error) {
    observer.warn(error, 'what was in hand is left to the keeper');
  }
}

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

const FLUSH_MS = 5000;

/** Flushes what this process, or one before it on this machine, had to leave on the disk. Returns how to stop. */
function keepFlushing({ spool, store, observer }: ExecutionDependencies): () => void {
  let flushing = false;
  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    try {
      // Of one whose execution has ended meanwhile only the cost is still of use.
      await spool.flush(({ place: { projectId, executionId }, callResult: { step } }) =>
        noteLateCosts({ projectId, executionId, costs: costsOfDelivered([], [step]) }, { store, observer }),
      );
    } catch (error) {
      observer.warn(error, 'paid results wait on this disk; trying again');
    } finally {
      flushing = false;
    }
  }
  void flush();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  return () => clearInterval(timer);
}
