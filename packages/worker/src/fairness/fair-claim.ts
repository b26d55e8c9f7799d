/**
 * Claims executions for the jobs of the queue, fairly between projects. A job is a wake-up. While no project has half
 * of the slots, or no other project waits, it claims the execution that the job names. Otherwise it claims one for the
 * project with the fewest running executions, and notifies the job's execution again. One project never has more than
 * `concurrency`: the slots beyond are for others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedExecution, ExecutionRef, WorkerStore } from '@farebox/executions';
import type { Clock, Engine } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';
import type { Leased } from '../leased.ts';
import { busiestOf, leasedBy } from './share.ts';

export interface FairClaimOptions {
  readonly engine: Engine;
  readonly store: Pick<WorkerStore, 'claim' | 'choose' | 'waitsBeside'>;
  readonly queue: Pick<WorkQueue, 'notify'>;
  readonly leased: ReadonlySet<Leased>;
  /** Executions of one project at once. */
  readonly concurrency: number;
  /** Projects that may have only one running execution across all workers. */
  readonly restricted: () => ReadonlySet<string>;
  readonly stopping: AbortSignal;
  readonly clock: Clock;
}

export interface Claimed {
  /** Monotonic time before the claim was sent; its lease counts from there. */
  readonly sentMs: number;
  readonly claimed: ClaimedExecution | null;
}

/**
 * `take` receives the claimed execution. It gets a null claim if this job has nothing to claim, or if the worker is
 * stopping.
 */
export type FairClaim = (execution: ExecutionRef, take: (claim: Claimed) => void) => Promise<void>;

/** While a project is at its limit, work of other projects is noticed within this time. */
const WAIT_MS = 500;
/** Limit of the number in a job's name. */
const MOMENTS = 1_000_000_000;
/** How long the answer of `waitsBeside` is cached. */
const ASK_MS = 250;

export function createFairClaim(options: FairClaimOptions): FairClaim {
  const { engine, store, leased, concurrency, restricted, stopping, clock } = options;
  const pending = new Set<Promise<void>>();
  let exact = Promise.resolve();
  const othersWait = createOthersWait(options);

  async function claim(execution: ExecutionRef, take: (claim: Claimed) => void): Promise<void> {
    const sentMs = clock.monotonicMs();
    take({ sentMs, claimed: await store.claim(execution) });
  }

  /** Null if this project is at its limit and no other project waits. */
  async function chosenFor(execution: ExecutionRef): Promise<ExecutionRef | null> {
    const inHand = leasedBy(leased);
    const choice = await store.choose(execution, { engine, inHand, share: concurrency, restricted: restricted() });
    return choice.kind === 'claim' ? choice.execution : null;
  }

  async function claimFairly(execution: ExecutionRef, take: (claim: Claimed) => void): Promise<boolean> {
    const chosen = await chosenFor(execution);
    if (chosen === null) return false;
    await claim(chosen, take);
    if (chosen.id !== execution.id) notifyAgain(execution, options);
    return true;
  }

  /** Claims run one after the other, after all pending claims, so that the number of running executions is exact. */
  async function claimExactly(execution: ExecutionRef, take: (claim: Claimed) => void): Promise<boolean> {
    const before = exact;
    const turn = Promise.withResolvers<void>();
    exact = turn.promise;
    try {
      await before;
      await Promise.allSettled(pending);
      return await claimFairly(execution, take);
    } finally {
      turn.resolve();
    }
  }

  async function claimFreely(execution: ExecutionRef, take: (claim: Claimed) => void): Promise<boolean> {
    const most = busiestOf(leased, concurrency);
    const isFree = restricted().size === 0 && (most === null || !(await othersWait(most)));
    if (!isFree) return await claimFairly(execution, take);
    await claim(execution, take);
    return true;
  }

  async function attempt(execution: ExecutionRef, take: (claim: Claimed) => void): Promise<boolean> {
    if (restricted().size > 0 || leased.size + pending.size >= concurrency) return await claimExactly(execution, take);
    const done = claimFreely(execution, take);
    const settled = done.then(
      () => {},
      () => {},
    );
    pending.add(settled);
    return await done.finally(() => pending.delete(settled));
  }

  return async (execution, take) => {
    if (!stopping.aborted && (await attempt(execution, take))) return;
    // Another worker may have a free slot. This one looks again in a moment for any waiting execution.
    notifyAgain(execution, options);
    await sleep(WAIT_MS, undefined, { signal: stopping }).catch(() => {});
    take({ sentMs: clock.monotonicMs(), claimed: null });
  };
}

/**
 * The execution still waits. A job with the same name as the current one would be dropped, so the new name contains the
 * time.
 */
function notifyAgain({ projectId, id }: ExecutionRef, { queue, engine, clock }: FairClaimOptions): void {
  void queue.notify(engine, [{ projectId, executionId: id, epoch: clock.now().getTime() % MOMENTS }]);
}

/** Whether another project waits, queried at most every few hundred milliseconds. */
function createOthersWait({ store, clock }: FairClaimOptions): (projectId: string) => Promise<boolean> {
  let asked = { project: '', waits: false, untilMs: -Infinity };
  return async (project) => {
    if (asked.project !== project || clock.monotonicMs() >= asked.untilMs) {
      const untilMs = clock.monotonicMs() + ASK_MS;
      asked = { project, untilMs, waits: await store.waitsBeside(project) };
    }
    return asked.waits;
  };
}
