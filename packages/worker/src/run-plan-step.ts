/**
 * Runs the next step of the plan, or takes the result that an earlier claim paid for, and notes the outcome on the job.
 * A provider's final response is stored outside of the database before anything else.
 */
import { costsOfDelivered } from '@farebox/executions';
import { failpoint } from '@farebox/kernel';
import type { Failure } from './core/decide.ts';
import { type ExecutionDependencies, type Job, failedStep } from './job.ts';
import {
  CancelledExternally,
  LacksOperation,
  OperationFailure,
  OutcomeUnknown,
  PlacesTaken,
  TryLater,
} from './operation.ts';
import { type CallResult, type FinalFailure, type StepLocation, Remembered } from './spool/call-result.ts';
import { isLacking } from './step/local-retry.ts';
import { isOpen, runStep } from './step/run-step.ts';

/** Seconds until a step that this worker does not know, or has no space for, is offered again; another worker may take it then. */
const LACKING_SECONDS = 15;

type Outcome = 'succeeded' | 'failed' | 'aborted';

export async function runPlanStep(index: number, job: Job, dependencies: ExecutionDependencies): Promise<void> {
  const { clock, observer } = dependencies;
  const startedMs = clock.monotonicMs();
  const before = job.fresh.length;
  const operation = job.claimed.plan[index]?.operation ?? '';
  observer.follow('execution step begun', job.claimed, { step: index, operation });
  const outcome = await outcomeOf(index, job, dependencies);
  const storedBytes = job.fresh
    .slice(before)
    .flatMap(({ artifacts }) => artifacts)
    .reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const seconds = (clock.monotonicMs() - startedMs) / 1000;
  observer.event({ kind: 'step', operation, seconds, outcome, storedBytes });
  const reason = outcome === 'failed' ? reasonOf(job.failure) : undefined;
  observer.follow('execution step ended', job.claimed, {
    step: index,
    operation,
    outcome,
    seconds: Math.round(seconds * 1000) / 1000,
    reason,
  });
}

const reasonOf = (failure: Failure | null): string | undefined =>
  failure === null ? undefined : 'reason' in failure ? failure.reason : failure.kind;

async function outcomeOf(index: number, job: Job, dependencies: ExecutionDependencies): Promise<Outcome> {
  const { claimed, leased } = job;
  const location: StepLocation = { projectId: claimed.projectId, executionId: claimed.id, step: index };
  const startedAt = new Date();
  try {
    await failpoint('worker.step.before', leased.id);
    const remembered = isOpen(claimed, index) ? await rememberedAt(location, dependencies) : null;
    if (remembered !== null) return takeRemembered(remembered, job);
    const run = { location, leased, onOpen: (open: boolean) => void (job.open = open) };
    const step = await runStep(claimed, run, dependencies);
    await failpoint('worker.step.after', leased.id);
    return take({ kind: 'succeeded', step }, job);
  } catch (error) {
    if (error instanceof Remembered) return takeRemembered(error.callResult, job);
    return await failWith(error, { location, startedAt }, { job, dependencies });
  }
}

const STORE_AWAY_SECONDS = 5;

/** While the store is unavailable it is unknown whether the response exists, so nothing is looked up or sent. */
async function rememberedAt(location: StepLocation, { spool }: ExecutionDependencies): Promise<CallResult | null> {
  try {
    return await spool.find(location);
  } catch (error) {
    throw new TryLater(STORE_AWAY_SECONDS, { cause: error });
  }
}

export function takeRemembered(callResult: CallResult, job: Job): Outcome {
  job.remembered.add(callResult.step.index);
  return take(callResult, job);
}

function take(callResult: CallResult, job: Job): Outcome {
  const { step } = callResult;
  if (job.open) job.remembered.add(step.index);
  if (callResult.kind === 'ended') {
    job.failure = callResult.failure;
    job.failedStep = step;
    return 'failed';
  }
  job.measured.push({ index: step.index, units: step.units });
  job.fresh.push(step);
  job.costs.push(...costsOfDelivered(job.claimed.plan, [step]));
  job.open = false;
  job.result = step.result;
  return 'succeeded';
}

async function failWith(
  error: unknown,
  { location, startedAt }: { readonly location: StepLocation; readonly startedAt: Date },
  { job, dependencies }: { readonly job: Job; readonly dependencies: ExecutionDependencies },
): Promise<Outcome> {
  const { claimed, leased } = job;
  const { observer, spool } = dependencies;
  const attempt = Math.max(claimed.attempts, 1);
  const step = failedStep({ index: location.step, attempt, startedAt, ...costOfFailure(error) });
  const failure = failureOf(error, job);
  job.failure = failure;
  job.failedStep = step;
  const fields = { operation: claimed.plan[location.step]?.operation ?? '', executionId: leased.id };
  if (error instanceof LacksOperation) observer.warn(error, 'left to a newer worker', fields);
  if (failure?.kind === 'later' && isLacking(error))
    observer.warn(error, 'this machine lacks space or files for an operation', fields);
  if (failure?.kind === 'crash') observer.warn(error, 'an operation crashed', fields);
  if (error instanceof OutcomeUnknown && error.received !== undefined) await spool.receive(location, error.received);
  if (job.open && isFinal(failure)) {
    job.remembered.add(location.step);
    const received = error instanceof OperationFailure ? error.received : undefined;
    const entry = { location, callResult: { kind: 'ended', failure, step } as const, paths: [], received };
    await spool.put(entry).catch(() => spool.keepHere(entry));
  }
  return failure === null ? 'aborted' : 'failed';
}

const isFinal = (failure: Failure | null): failure is FinalFailure =>
  failure?.kind === 'for_good' || failure?.kind === 'cancelled';

/** Null if it ended because of its abort signal. A call that it left open is for the next claim, which knows its state. */
function failureOf(error: unknown, { leased, open, claimed }: Job): Failure | null {
  if (error instanceof OperationFailure) {
    // Only the provider's own response ends a step whose call was started.
    return open && !error.isReply
      ? { kind: 'unknown', reason: 'provider_outcome_unknown' }
      : { kind: 'for_good', reason: error.reason };
  }
  if (error instanceof CancelledExternally) return { kind: 'cancelled' };
  if (error instanceof OutcomeUnknown) return { kind: 'unknown', reason: error.reason };
  if (error instanceof LacksOperation) return later(LACKING_SECONDS);
  if (error instanceof PlacesTaken) return { ...later(placePauseSeconds(claimed.epoch)), waitsFor: error.place };
  if (error instanceof TryLater) return later(error.afterSeconds);
  // A call that was sent has a result to wait for. Otherwise the work is repeated when this machine can do it.
  if (!open && leased.stop === null && isLacking(error)) return later(LACKING_SECONDS);
  const leavesOpen = open && (leased.stop === 'cancel' || leased.stop === 'deadline');
  return leased.stop === null || leavesOpen ? { kind: 'crash' } : null;
}

const costOfFailure = (error: unknown) =>
  error instanceof OperationFailure || error instanceof CancelledExternally
    ? { costMicros: error.costMicros, basis: error.basis }
    : { costMicros: null };

const later = (afterSeconds: number): Failure & { readonly kind: 'later' } => ({
  kind: 'later',
  afterSeconds,
});

/** From 1 s, doubled by each claim until a minute, and up to twice as long, so that a large batch does not ask all at once. */
const placePauseSeconds = (claims: number): number => Math.min(2 ** (claims - 1), 60) * (1 + Math.random());
