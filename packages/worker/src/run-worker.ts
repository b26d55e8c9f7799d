/**
 * A worker: takes wake-ups from its engine's queue, runs the executions that it can claim, and drains in order when it
 * is stopped.
 */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReviewTimes, type WorkerStore, costsOfDelivered, leaseOf } from '@farebox/executions';
import type { RunnerFiles } from '@farebox/files';
import { type Clock, type Engine, systemClock, within } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';
import type { ArtifactStore } from '@farebox/storage';
import type { ExecutionLog } from '@farebox/telemetry';
import { createFairClaim } from './fairness/fair-claim.ts';
import { createFreeCpu } from './fairness/free-cpu.ts';
import { reserveOf } from './fairness/share.ts';
import { type Leased, stopWork } from './leased.ts';
import type { ExecutionDependencies } from './job.ts';
import { noteLateCosts } from './late-costs.ts';
import { keepLeases } from './keep-leases.ts';
import { type WorkerEvent, type WorkerLog, createObserver } from './observer.ts';
import type { Admit, Operation } from './operation.ts';
import { runExecution } from './run-execution.ts';
import { createSpool } from './spool/spool.ts';
import { createWaits, type PlacesToWaitFor } from './waits.ts';

export interface WorkerOptions {
  readonly engine: Engine;
  /** Operations by the names that plans use. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Default: each step runs at once. */
  readonly admit?: Admit | undefined;
  /** The places of which `admit` says that they are taken. */
  readonly places?: PlacesToWaitFor | undefined;
  readonly queue: WorkQueue;
  /** The worker's store, created for the same engine and lease. */
  readonly store: WorkerStore;
  readonly artifacts: ArtifactStore;
  readonly logger: WorkerLog;
  readonly observe?: (event: WorkerEvent) => void;
  /** Logs the life of executions. */
  readonly follow?: ExecutionLog;
  /** Name of this process in that log. */
  readonly processName?: string;
  /**
   * Executions at once; a few more places are for other organizations (fairness/share.ts). Use the number of cores for
   * heavy operations. A higher number groups more claims and settlements into one query.
   */
  readonly concurrency: number;
  /**
   * Processor seconds of failed work that an organization has free per hour. Beyond that, one execution at a time. 0,
   * the default: no budget.
   */
  readonly freeCpuSeconds?: number;
  readonly leaseSeconds: number;
  readonly reviewTimes?: ReviewTimes;
  /**
   * Time that an operation may take to end after its abort signal; default 5 s. An operation that waits for a paid
   * result needs more.
   */
  readonly abandonAfterMs?: number;
  /** Makes URLs of files for programs outside; absent if none are called. */
  readonly runnerFiles?: Pick<RunnerFiles, 'urlOf'> | undefined;
  /** Parent of the runs' folders; default: the system's temporary folder. */
  readonly scratch?: string;
  /**
   * Folder for paid results while the artifact store is unavailable. It should outlast a restart. Default: below
   * `scratch`.
   */
  readonly spoolDirectory?: string;
  readonly clock?: Clock;
}

export interface RunningWorker {
  /** Number of running executions. */
  readonly running: () => number;
  /**
   * Takes nothing new, waits `finishMs` for running work, and hands the rest back. Resolves when nothing is running, at
   * most `handBackMs` later. The keeper finds any execution that is left then. When `forced` aborts, everything is
   * handed back at once: the next claim looks up or reviews provider calls in progress.
   */
  readonly drain: (bounds?: DrainBounds, forced?: AbortSignal) => Promise<void>;
}

export interface DrainBounds {
  readonly finishMs: number;
  readonly handBackMs: number;
}

/** First lookup after 10 s, end in the customer's favour after 72 hours. */
const REVIEW_TIMES: ReviewTimes = { backoffSeconds: 10, resolveSeconds: 72 * 3600 };
/** Together below the 25 s that a deploy waits. */
const DRAIN_BOUNDS: DrainBounds = { finishMs: 14_000, handBackMs: 8000 };
const DRAIN_POLL_MS = 20;

export function runWorker(options: WorkerOptions): RunningWorker {
  const { engine, queue, concurrency, leaseSeconds, reviewTimes = REVIEW_TIMES, clock = systemClock } = options;
  const leased = new Set<Leased>();
  const observer = createObserver({ ...options, worker: options.processName });
  const directory = options.spoolDirectory ?? join(options.scratch ?? tmpdir(), 'farebox-spool');
  const spool = createSpool({ artifacts: options.artifacts, directory, observer });
  const leaseMs = leaseSeconds * 1000;
  const stopping = new AbortController();
  const freeCpu = createFreeCpu({
    store: options.store.fairness,
    budgetSeconds: options.freeCpuSeconds ?? 0,
    clock,
    observer,
  });
  const waits = createWaits({ ...options, clock, observer });
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
    fairClaim: createFairClaim({ ...options, clock, restricted: freeCpu.restricted, stopping: stopping.signal }),
    freeCpu,
    waits,
  };
  const stopKeeping = keepLeases({ leased, store: options.store, leaseMs, clock, observer });
  const stopFlushing = keepFlushing(dependencies);
  const slots = concurrency + reserveOf(concurrency);
  const consumer = queue.consume(engine, { concurrency: slots }, ({ projectId, executionId: id }) =>
    runExecution({ projectId, id }, dependencies),
  );

  return {
    running: () => leased.size,
    async drain({ finishMs, handBackMs } = DRAIN_BOUNDS, forced = new AbortController().signal) {
      stopping.abort();
      waits.stop();
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
    for (const { claimed } of all.filter(({ claimToken }) => backs.has(claimToken))) {
      observer.event({ kind: 'handed_back' });
      observer.follow('execution handed back', claimed);
    }
  } catch (error) {
    observer.warn(error, 'executions in progress are left to the keeper');
  }
}

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

const FLUSH_MS = 5000;

/**
 * Moves results from this machine's disk to the store, also those that an earlier process left there. Returns a function
 * that stops it.
 */
function keepFlushing({ spool, store, observer }: ExecutionDependencies): () => void {
  let flushing = false;
  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    try {
      // If its execution has ended meanwhile, only the cost of a result matters.
      await spool.flush(({ location: { projectId, executionId }, callResult: { step } }) =>
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
