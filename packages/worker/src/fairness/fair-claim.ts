/**
 * Claims executions for the jobs of the queue, fairly between organizations, their projects and their keys (turns.ts).
 * A job is a wake-up. While places are free, or only one key has work, it claims the execution that the job names.
 * Otherwise it claims the one whose turn it is, and notifies the job's execution again. Places beyond `concurrency` are
 * only for organizations of which nothing is running here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionRef, OwnedExecution, WorkerStore } from '@farebox/executions';
import type { Clock, Engine } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';
import { type Claimed, createPlaces, type Places } from './places.ts';
import { createWaitingWork, type WaitingWork } from './waiting-work.ts';

export interface FairClaimOptions {
  readonly engine: Engine;
  readonly store: Pick<WorkerStore, 'claim' | 'fairness'>;
  readonly queue: Pick<WorkQueue, 'notify'>;
  /** Executions at once, without the places that are reserved for other organizations. */
  readonly concurrency: number;
  /** Organizations that may have only one running execution across all workers. */
  readonly restricted: () => ReadonlySet<string>;
  readonly stopping: AbortSignal;
  readonly clock: Clock;
}

/** Null if this job has nothing to claim, or if the worker is stopping. */
export type FairClaim = (execution: ExecutionRef) => Promise<Claimed | null>;

/** `wait`: the execution has no turn now. */
type Attempt = Claimed | null | 'wait';

/** How long a job without a turn waits in this worker, before any worker may take it. */
const WAIT_MS = 500;
/** While all places are taken, work that may have one of the reserved ones is noticed within this time. */
const LOOK_MS = 20;
/** How old the answer may be that only one key has work. */
const ALONE_MS = 250;
/** After all places were taken or several keys had work, no job is claimed without a look for so long. */
const LOOK_FOR_MS = 1000;
const TRIES = 3;
/** Limit of the number in a job's name. */
const MOMENTS = 1_000_000_000;

export function createFairClaim(options: FairClaimOptions): FairClaim {
  const { store, concurrency, restricted, stopping, clock } = options;
  let lookUntilMs = -Infinity;
  const lookAWhile = (): void => void (lookUntilMs = clock.monotonicMs() + LOOK_FOR_MS);
  const places = createPlaces({ store, concurrency, clock, onFull: lookAWhile });
  const work = createWaitingWork(store.fairness, clock);
  const claimInTurn = createClaimInTurn({ ...options, places, work });

  async function isContended(projectId: string): Promise<boolean> {
    const works = await work.ofProjects(ALONE_MS);
    const isOne = works.every((each) => each.projectId === projectId) && (await work.ofKeys(projectId)).length <= 1;
    if (!isOne) lookAWhile();
    return !isOne;
  }

  const isQuiet = (): boolean =>
    places.turns.running() < Math.max(1, Math.floor(concurrency / 2)) && clock.monotonicMs() >= lookUntilMs;

  async function attempt(execution: ExecutionRef): Promise<Attempt> {
    const organizationId = await store.fairness.organizationOf(execution.projectId);
    const own = { ...execution, organizationId: organizationId ?? execution.projectId, keyLineage: null };
    const isFree = restricted().size === 0 && (isQuiet() || !(await isContended(own.projectId)));
    return isFree && places.turns.mayBegin(own) ? await places.claim(own) : await claimInTurn(execution);
  }

  return async (execution) => {
    const untilMs = clock.monotonicMs() + WAIT_MS;
    while (!stopping.aborted && clock.monotonicMs() < untilMs) {
      const tried = await attempt(execution);
      if (tried !== 'wait') return tried;
      await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => {});
    }
    // Another worker may have a free place. This one looks again in a moment for any waiting execution.
    notifyAgain(execution, options);
    return null;
  };
}

interface ClaimInTurnOptions extends FairClaimOptions {
  readonly places: Places;
  readonly work: WaitingWork;
}

/** Claims the execution whose turn it is, and notifies the job's own again if it was another one. */
function createClaimInTurn(options: ClaimInTurnOptions): (execution: ExecutionRef) => Promise<Attempt> {
  const { store, restricted, places, work } = options;
  const { turns, claim } = places;
  const { fairness } = store;

  /** An organization over its budget of free processor time has one running execution anywhere. */
  const mayRun = async ({ organizationId }: OwnedExecution): Promise<boolean> =>
    !restricted().has(organizationId) ||
    (turns.runningOf(organizationId) === 0 && !(await fairness.isRunning(organizationId)));

  /** Looks at the keys of the project whose turn it is. The returned function leaves out what other jobs took since. */
  async function candidates(own: OwnedExecution, mayOwn: boolean): Promise<() => readonly OwnedExecution[]> {
    const isFree = ({ id, organizationId }: OwnedExecution): boolean => {
      if (places.isTaken(id)) return false;
      return !restricted().has(organizationId) || (id === own.id && mayOwn && turns.runningOf(organizationId) === 0);
    };
    const works = [own, ...(await work.ofProjects(0))];
    const first = turns.choose(works.filter(isFree));
    const keys = first === null ? [] : await work.ofKeys(first.projectId);
    return () => [...works, ...keys].filter(isFree);
  }

  return async (execution) => {
    const own = await fairness.standing(execution);
    if (own === null) return null;
    // The claim judges an execution that runs already, waits for a look-up or has ended.
    if (!own.waits) return await claim(own);
    const mayOwn = await mayRun(own);
    for (let tries = 0; tries < TRIES; tries++) {
      const works = await candidates(own, mayOwn);
      const next = turns.choose(works());
      if (next === null) return 'wait';
      const claimed = await claim(next);
      if (next.id === own.id) return claimed;
      if (claimed !== null) {
        notifyAgain(execution, options);
        return claimed;
      }
      places.passOver(next.id);
    }
    return 'wait';
  };
}

/**
 * The execution still waits. A job with the same name as the current one would be dropped, so the new name contains the
 * time.
 */
function notifyAgain({ projectId, id }: ExecutionRef, { queue, engine, clock }: FairClaimOptions): void {
  void queue.notify(engine, [{ projectId, executionId: id, epoch: clock.now().getTime() % MOMENTS }]);
}
