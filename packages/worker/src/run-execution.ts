/**
 * Runs one execution from the wake-up to its end: claims it, calls the pure core for a decision, performs it, and
 * repeats. Every write carries the claim's token. When one is refused, this worker stops at once.
 */
import type { ClaimedExecution, ExecutionRef } from '@farebox/executions';
import { failpoint, unreachable } from '@farebox/kernel';
import { type Decision, decide } from './core/decide.ts';
import { costsOf, end, record, review } from './commit.ts';
import type { Claimed } from './fairness/places.ts';
import { hold, stopWork } from './leased.ts';
import { type ExecutionDependencies, type Job, wakeUpOf, newJob, progressOf } from './job.ts';
import { noteLateCosts } from './late-costs.ts';
import { retryWhileAway } from './database-retry.ts';
import { runPlanStep } from './run-plan-step.ts';

/** Each step is run and recorded, plus a few more turns for the end. */
const TURNS_MAX = 20 * 2 + 5;
const CLAIM_RETRY_MS = 15_000;

/** Rejects if the execution must be left as it is: its lease expires, and the keeper recovers it. */
export async function runExecution(execution: ExecutionRef, dependencies: ExecutionDependencies): Promise<void> {
  const { leased: all, observer } = dependencies;
  await failpoint('worker.claim.before', execution.id);
  const taken = await claim(execution, dependencies);
  if (taken !== null) await failpoint('worker.claim.after', taken.job.leased.id);
  observer.event({ kind: taken === null ? 'not_claimed' : 'claimed' });
  if (taken === null) return;
  const { job, leave } = taken;
  followClaim(job, dependencies);
  observer.event({ kind: 'running', count: all.size });
  try {
    await work(job, dependencies);
  } finally {
    countWasted(job, dependencies);
    if (job.leased.stop === 'lost') {
      observer.follow('execution lease lost', job.claimed);
      void noteLate(job, dependencies);
    }
    all.delete(job.leased);
    leave();
    observer.event({ kind: 'running', count: all.size });
  }
}

/** A worker that died cannot say that its lease is lost; the next claim does. */
function followClaim({ claimed }: Job, { observer }: ExecutionDependencies): void {
  const { lostBefore, tool, attempts: attempt, inReview } = claimed;
  if (lostBefore !== null)
    observer.follow('execution lease lost', claimed, { worker: lostBefore.worker, epoch: lostBefore.epoch });
  observer.follow('execution claimed', claimed, { tool, attempt, inReview });
}

/**
 * Counts uncharged processor time: of this claim, also after a crash that is retried; and, once the execution has
 * ended, of steps that earlier claims recorded. For those only the elapsed time is known, which is slightly more.
 */
function countWasted(job: Job, { engine, freeCpu }: ExecutionDependencies): void {
  const { claimed, leased, failure, open } = job;
  const { done, plan, stop } = progressOf(job, engine);
  const wasStopped = (stop === 'cancel' || stop === 'deadline') && done < plan.length;
  const hasFailed = failure?.kind === 'for_good' || failure?.kind === 'cancelled';
  const own = engine !== 'provider' && (wasStopped || hasFailed || failure?.kind === 'crash') ? leased.cpuSeconds : 0;
  const earlier = hasFailed || (wasStopped && !open) ? secondsOnOurMachines(claimed) : 0;
  if (own + earlier > 0) freeCpu.count(claimed.projectId, own + earlier);
}

const secondsOnOurMachines = ({ plan, recorded }: ClaimedExecution): number =>
  // Uses a worker's own clock, which may have been set back meanwhile.
  recorded.reduce(
    (sum, { index, seconds }) => sum + (plan[index]?.engine === 'provider' ? 0 : Math.max(0, seconds)),
    0,
  );

/**
 * The worker that has the execution now takes the response from the store. If the execution has ended, only the cost
 * matters.
 */
const noteLate = (job: Job, dependencies: ExecutionDependencies): Promise<void> =>
  noteLateCosts({ projectId: job.claimed.projectId, executionId: job.claimed.id, costs: costsOf(job) }, dependencies);

interface Taken extends Pick<Claimed, 'leave'> {
  readonly job: Job;
}

/** While the database is unavailable the slot is kept, because a failed wake-up is repeated only by the next sweep. */
async function claim(execution: ExecutionRef, dependencies: ExecutionDependencies): Promise<Taken | null> {
  const { clock, draining, fairClaim } = dependencies;
  const startedMs = clock.monotonicMs();
  const worthIt = () => !draining() && clock.monotonicMs() - startedMs < CLAIM_RETRY_MS;
  return await retryWhileAway(async () => {
    const claimed = await fairClaim(execution);
    return claimed && { job: take(claimed, dependencies), leave: claimed.leave };
  }, worthIt);
}

/**
 * From here the execution counts as running. A claim whose response arrived after its lease is kept: its attempt is
 * counted, and a heartbeat soon confirms or ends it. Until then nothing is sent.
 */
function take(
  { claimed, sentMs, organizationId }: Claimed,
  { leaseMs, leased: all, draining }: ExecutionDependencies,
): Job {
  const leased = hold(claimed, { sentMs, leaseMs, organizationId });
  // This claim replaces an older claim of the same process. The older call may end, and its response is stored.
  for (const each of all) if (each.id === claimed.id) stopWork(each, 'lost');
  if (draining()) stopWork(leased, 'shutdown');
  all.add(leased);
  return newJob(claimed, leased);
}

async function work(job: Job, dependencies: ExecutionDependencies): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    if ((await act(decide(progressOf(job, dependencies.engine)), job, dependencies)) === 'over') return;
  }
  throw new Error(`no end after ${TURNS_MAX} turns`);
}

async function act(decision: Decision, job: Job, dependencies: ExecutionDependencies): Promise<'on' | 'over'> {
  const { store, observer } = dependencies;
  switch (decision.kind) {
    case 'run':
      await runPlanStep(decision.index, job, dependencies);
      return 'on';
    case 'record':
      return await record(job, decision.handOver, dependencies);
    case 'finish':
      return await end(job, decision.ending, dependencies);
    case 'review':
      return await review(job, decision.reason, dependencies);
    case 'retry':
      return await postpone(job, decision, dependencies);
    case 'hand_back':
      await failpoint('worker.handback.before', job.leased.id);
      await store.handBack([job.leased]);
      await failpoint('worker.handback.after', job.leased.id);
      void dependencies.queue.notify(dependencies.engine, [wakeUpOf(job)]);
      observer.event({ kind: 'handed_back' });
      observer.follow('execution handed back', job.claimed);
      return 'over';
    case 'stop':
      observer.event({ kind: 'lost' });
      return 'over';
    default:
      return unreachable(decision);
  }
}

async function postpone(
  { leased, claimed }: Job,
  { afterSeconds, counted, waitsFor }: Extract<Decision, { kind: 'retry' }>,
  { store, observer, clock, leased: all, waits }: ExecutionDependencies,
): Promise<'over'> {
  all.delete(leased); // no heartbeat may extend the pause
  waits.settled(claimed.id);
  const isPostponed = await retryWhileAway(
    () => store.retryLater(leased, { afterSeconds, counted, isWait: waitsFor !== undefined }),
    () => clock.monotonicMs() < leased.leaseEndsMs,
  );
  if (isPostponed && waitsFor !== undefined) {
    const { projectId, id, epoch } = claimed;
    waits.add(waitsFor, { projectId, id, epoch, organizationId: leased.organizationId }, afterSeconds);
  }
  observer.event({ kind: 'retried' });
  observer.follow('execution postponed', claimed, { afterSeconds, isAttempt: counted });
  return 'over';
}
