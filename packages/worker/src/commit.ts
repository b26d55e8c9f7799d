/**
 * Writes the progress of an execution: recorded steps and its end, each once, under the claim. It retries until the
 * database reports that the claim is lost.
 */
import { SIMULATED, type StepPlan } from '@farebox/catalog';
import type { ReviewReason } from '@farebox/contract';
import {
  type Ending,
  type FinishedStep,
  type Finishing,
  type Recording,
  type ReviewTimes,
  type StepCost,
  chargeOf,
  chargeOfCosts,
  leaseOf,
} from '@farebox/executions';
import { type Engine, failpoint, subMicros, ZERO_MICROS } from '@farebox/kernel';
import { type ExecutionDependencies, type Job, failedStep, wakeUpOf } from './job.ts';
import { stopWork } from './leased.ts';
import { keepRefused } from './spool/refused.ts';
import { retryUnlessRejected } from './database-retry.ts';

export async function record(
  job: Job,
  handOver: Engine | null,
  dependencies: ExecutionDependencies,
): Promise<'on' | 'over'> {
  const { id } = job.leased;
  const { store, queue, observer } = dependencies;
  await failpoint('worker.record.before', id);
  const leased = await write(job, dependencies, () => store.record(recordingOf(job, handOver)));
  await failpoint('worker.record.after', id);
  if (leased === 'crashed') return 'on';
  if (leased === 'lost') return 'over';
  forgetResults(job, dependencies);
  job.recorded = job.measured.length;
  job.fresh = [];
  if (handOver === null) return 'on';
  void queue.notify(handOver, [wakeUpOf(job)]);
  observer.event({ kind: 'handed_over' });
  observer.follow('execution handed over', job.claimed, { engine: handOver });
  return 'over';
}

export async function end(job: Job, ending: Ending, dependencies: ExecutionDependencies): Promise<'on' | 'over'> {
  const { id } = job.leased;
  const { claimed } = job;
  const { store, observer } = dependencies;
  const finishing = finishingOf(job, ending);
  await failpoint('worker.finish.before', id);
  const leased = await write(job, dependencies, () => store.finish(finishing));
  await failpoint('worker.finish.after', id);
  if (leased === 'crashed') return 'on';
  if (leased === 'lost') return 'over';
  forgetResults(job, dependencies);
  const { chargedMicros } = finishing.charge;
  const releasedMicros = subMicros(claimed.maximumMicros, chargedMicros);
  const seconds = (Date.now() - claimed.createdAt.getTime()) / 1000;
  // If the project cannot be read now, the execution is left out of the business metrics.
  const isTest = await store.isTestProject(claimed.projectId).catch(() => true);
  const { status, statusReason, error } = ending;
  const reason = error?.message ?? statusReason;
  const amounts = { chargedMicros: Number(chargedMicros), releasedMicros: Number(releasedMicros) };
  observer.follow('execution ended', claimed, { status, reason, ...amounts, seconds: Math.round(seconds) });
  observer.event({ kind: 'finished', tool: claimed.tool, status, isTest, chargedMicros, releasedMicros, seconds });
  if (ending.statusReason === 'attempts_exhausted') {
    observer.event({ kind: 'poisoned' });
    observer.warn(ending.statusReason, 'an execution was given up: it crashed too often', { executionId: id });
  }
  return 'over';
}

/** The database has the results now. Removal is not awaited: remaining objects are removed later as orphans. */
function forgetResults({ claimed, remembered }: Job, { spool }: ExecutionDependencies): void {
  for (const step of remembered) void spool.forget({ projectId: claimed.projectId, executionId: claimed.id, step });
  remembered.clear();
}

export const recordingOf = ({ leased, fresh: steps, costs }: Job, handOver: Engine | null): Recording => ({
  ...leaseOf(leased),
  steps,
  costs,
  handOver,
});

export function finishingOf(job: Job, ending: Ending): Finishing {
  const { fresh, failedStep: failed } = job;
  return {
    ...ending,
    ...leaseOf(job.leased),
    charge: chargeFor(job, ending),
    steps: failed !== null && hasOutcome(job, ending) ? [...fresh, failed] : fresh,
    costs: costsOf(job),
    result: ending.status === 'succeeded' ? job.result : undefined,
  };
}

/** An aborted step has no outcome, because it did not fail. A step whose provider responded, or that is paid, has one. */
const hasOutcome = (job: Job, { status }: Ending): boolean =>
  status === 'failed' || job.failure?.kind === 'cancelled' || (status === 'cancelled' && isRemembered(job));

const isRemembered = ({ failedStep: step, remembered }: Job): boolean =>
  step !== null && (step.costMicros !== null || remembered.has(step.index));

const chargeFor = (job: Job, ending: Ending) =>
  ending.status === 'succeeded'
    ? chargeOf(job.claimed.plan, job.measured, job.claimed)
    : chargeOfCosts(costsOf(job), job.claimed);

/** All costs to book, by step. */
export function costsOf({ costs, failedStep: step }: Job): readonly StepCost[] {
  const { index = 0, costMicros = null, basis } = step ?? {};
  return costMicros === null ? costs : [...costs, { index, costMicros, basis }];
}

/** Leaves the execution under review. Steps before the one under review are recorded first. */
export async function review(
  job: Job,
  reason: ReviewReason,
  dependencies: ExecutionDependencies,
): Promise<'on' | 'over'> {
  const { id } = job.leased;
  const { store, observer, reviewTimes } = dependencies;
  const step = job.measured.length;
  dependencies.leased.delete(job.leased); // no heartbeat may extend the pause until the next lookup
  await failpoint('worker.review.before', id);
  const leased = await write(job, dependencies, () =>
    store.review({ ...leaseOf(job.leased), step, reason }, timesOf(job.claimed.plan[step], reviewTimes)),
  );
  await failpoint('worker.review.after', id);
  observer.event({ kind: leased === 'leased' ? 'reviewed' : 'lost' });
  if (leased === 'leased') observer.follow('execution under review', job.claimed, { step, reason });
  return 'over';
}

/** A rehearsal of a review may end within minutes. That of a real call never does, because its evidence may come later. */
function timesOf(planned: StepPlan | undefined, times: ReviewTimes): ReviewTimes {
  const provider = planned?.parameters['provider'];
  const isSimulated = typeof provider === 'string' && provider.startsWith(SIMULATED);
  const { resolveSeconds, simulatedResolveSeconds = resolveSeconds } = times;
  return isSimulated ? { ...times, resolveSeconds: Math.min(resolveSeconds, simulatedResolveSeconds) } : times;
}

/**
 * Waits until the database can write. If the database refuses the data (such as a result that it cannot store), that
 * counts as a crash of the step, and the execution returns to its recorded state.
 */
async function write(
  job: Job,
  dependencies: ExecutionDependencies,
  call: () => Promise<boolean>,
): Promise<'leased' | 'lost' | 'crashed'> {
  const { observer } = dependencies;
  try {
    const waiting = (error: unknown): void =>
      observer.warn(error, 'the result of a step cannot be recorded yet; trying again');
    if (await retryUnlessRejected(call, () => job.leased.stop !== 'lost', waiting)) return 'leased';
    observer.event({ kind: 'lost' });
    stopWork(job.leased, 'lost');
    return 'lost';
  } catch (error) {
    const nothingToUndo = job.fresh.length === 0 || job.failure !== null || job.open;
    if (nothingToUndo || job.leased.stop === 'lost') throw error;
    observer.warn(error, 'the database refused the result of a step', { executionId: job.leased.id });
    job.measured = job.measured.slice(0, job.recorded);
    job.costs = job.costs.filter(({ index }) => index < job.recorded);
    const refused = job.fresh.at(-1);
    job.failedStep = refused === undefined ? null : failedStep(undelivered(refused, job.leased));
    job.fresh = [];
    job.failure = { kind: 'crash' };
    if (refused !== undefined && job.remembered.has(refused.index)) {
      const { projectId, id: executionId } = job.claimed;
      await keepRefused({ projectId, executionId, step: refused.index }, refused, dependencies);
    }
    return 'crashed';
  }
}

/**
 * The step without its charge: the cost is on record, and the operator bears it, because the customer did not get what
 * was paid for. After a cancel the customer pays what arose, as for every cancelled call.
 */
const undelivered = (step: FinishedStep, { stop }: Job['leased']): FinishedStep =>
  step.costMicros === null || stop === 'cancel' ? step : { ...step, costMicros: ZERO_MICROS };
