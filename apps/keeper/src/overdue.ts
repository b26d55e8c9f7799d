/**
 * Ends executions that are overdue or cancelled while no worker holds them: queued ones past the client's time limit, running
 * ones without a worker, and reviews at `resolveBy`. A review with a stored response ends with that response, any other
 * without one. The keeper makes no provider call and never ends a provider call that may still have an outcome. The customer
 * pays the proven cost; the rest is the platform's loss.
 */
import type { Database } from '@farebox/db';
import {
  CANCELLED,
  type ClaimedExecution,
  type Ending,
  OUTCOME_UNKNOWN,
  OVERDUE,
  type OverdueExecution,
  type WorkerStore,
  cancelOverdue,
  chargeOfCosts,
  costsOfDelivered,
  costsUnknown,
  createWorkerStore,
  leaseOf,
  overdueReviews,
  overtaken,
} from '@farebox/executions';
import { type Engine, ENGINES, failpoint, invariant } from '@farebox/kernel';
import type { ArtifactStore } from '@farebox/storage';
import type { ExecutionLog, Logger } from '@farebox/telemetry';
import { adoptCallResult } from '@farebox/worker';
import { endReviewUnheard } from './unheard-review.ts';

const LIMIT = 100;
/** Bounds one run. The executions of a batch pass their time limit together: their end must not wait for several runs. */
const ROUNDS_MAX = 100;
/**
 * Each waits for the database several times, and after an outage many are due together. Fewer than the keeper has
 * connections, so that its other tasks go on.
 */
const AT_ONCE = 2;
/** A claimed execution is ended or handed back at once; the lease matters only if the keeper dies in between. */
const LEASE_SECONDS = 30;
/** Maximum of ids in one log line, which also has the total. */
const NAMED_MAX = 5;

/**
 * Decides how a claimed execution ends. Null: it continues and is handed back. `over`: the claim has ended already. Rejects
 * when the artifact store cannot answer now.
 */
type EndingOf = (claimed: ClaimedExecution, store: WorkerStore) => Promise<Ending | 'over' | null>;

export interface Evidence {
  /** Holds the responses of provider calls that workers stored. */
  readonly artifacts: Pick<ArtifactStore, 'read' | 'ready' | 'remove' | 'stat'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly follow?: ExecutionLog;
  /** Name of this process in the log and in the history of executions. */
  readonly processName?: string;
}

/**
 * Returns the number of ended executions. Rejects while the artifact store is unreachable and reviews need it; all others
 * have ended by then.
 */
export async function endOverdue(database: Database, evidence: Evidence): Promise<number> {
  const cancelled = await cancelQueued(database, evidence);
  const ended = await endAll(await overtaken(database, LIMIT), { database, evidence, endingOf: ofRunning });
  return cancelled + ended + (await endReviews(database, evidence));
}

/** Cancels executions that were not started within the client's time limit, and returns their number. */
async function cancelQueued(database: Database, { follow }: Pick<Evidence, 'follow'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const cancelled = await cancelOverdue(database, LIMIT);
    for (const { projectId, id: executionId } of cancelled)
      follow?.('execution ended', { projectId, executionId, status: 'cancelled', reason: 'cancel_after' });
    total += cancelled.length;
    if (cancelled.length < LIMIT) break;
  }
  return total;
}

/** Ends reviews with their stored response, or without one in the customer's favour. */
async function endReviews(database: Database, evidence: Evidence): Promise<number> {
  const { artifacts, logger, follow } = evidence;
  const remembered: string[] = [];
  const endingOf: EndingOf = async (claimed, store) => {
    if (!claimed.inReview) return null;
    const engine = claimed.plan[claimed.recorded.length]?.engine;
    invariant(engine !== undefined, 'a step under review is in the plan');
    const outcome = await adoptCallResult(claimed, { engine, store, artifacts, follow });
    if (outcome === 'none') return OUTCOME_UNKNOWN;
    if (outcome === 'adopted') remembered.push(claimed.id);
    return 'over';
  };
  const ended = await endAll(await overdueReviews(database, LIMIT), { database, evidence, endingOf });
  if (remembered.length > 0) {
    const fields = { count: remembered.length, executionIds: remembered.slice(0, NAMED_MAX) };
    logger.warn(fields, 'reviews ended with responses that no worker had taken');
  }
  return ended;
}

const ofRunning: EndingOf = async ({
  inReview,
  open,
  recorded,
  plan,
  cancelRequested,
  secondsLeft,
}: ClaimedExecution) => {
  const isOpen = open !== null && open.phase !== 'pending';
  // A complete execution is delivered and charged even if a cancel arrived meanwhile: a worker finishes it.
  if (inReview || isOpen || recorded.length === plan.length) return null;
  if (cancelRequested) return CANCELLED;
  return secondsLeft <= 0 ? OVERDUE : null;
};

interface EndingBy {
  readonly database: Database;
  readonly evidence: Evidence;
  readonly endingOf: EndingOf;
}

async function endAll(found: readonly OverdueExecution[], by: EndingBy): Promise<number> {
  const { processName: worker } = by.evidence;
  let ended = 0;
  for (const engine of ENGINES) {
    const named = worker === undefined ? {} : { worker };
    const store = createWorkerStore(by.database, { engine, leaseSeconds: LEASE_SECONDS, ...named });
    const mine = found.filter((each) => each.engine === engine);
    for (let from = 0; from < mine.length; from += AT_ONCE)
      ended += await endTogether(mine.slice(from, from + AT_ONCE), { ...by, store });
  }
  return ended;
}

/** Rejects after all of them, with the first error. */
async function endTogether(executions: readonly OverdueExecution[], by: EndingIn): Promise<number> {
  const outcomes = await Promise.allSettled(executions.map((execution) => endOne(execution, by)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
}

type EndingIn = EndingBy & { readonly store: WorkerStore };

async function endOne(execution: OverdueExecution, by: EndingIn): Promise<boolean> {
  const { store, evidence } = by;
  const claimed = await store.claim(execution);
  if (claimed === null) return false;
  const { projectId, id: executionId, epoch } = claimed;
  const ids = { projectId, executionId, worker: evidence.processName, epoch };
  evidence.follow?.('execution claimed', ids, { isRepeat: true });
  try {
    const ended = await endClaimed(claimed, { ...by, engine: execution.engine, ids });
    if (ended === null) await store.handBack([claimed]); // the remaining work must not wait for this lease
    return ended === true;
  } catch (error) {
    // Nor must the next attempt. If it has ended although its response was lost, this changes nothing.
    await store.handBack([claimed]).catch(() => {});
    throw error;
  }
}

interface EndingClaimed extends EndingIn {
  readonly engine: Engine;
  /** Fields of its log lines. */
  readonly ids: Parameters<ExecutionLog>[1];
}

/** Null: it continues. False: the claim was lost. */
async function endClaimed(
  claimed: ClaimedExecution,
  { database, store, evidence, endingOf, engine, ids }: EndingClaimed,
): Promise<boolean | null> {
  const { id } = claimed;
  const ending = await endingOf(claimed, store);
  if (ending === null || ending === 'over') return ending === null ? null : true;
  await failpoint('keeper.review.before', id);
  const charge = chargeOfCosts(costsOfDelivered(claimed.plan, claimed.recorded), claimed);
  const costs = costsUnknown(claimed);
  const finishing = { ...ending, ...leaseOf(claimed), charge, steps: [], costs, result: undefined };
  // A worker ends a review with evidence. Without evidence the keeper ends it and records that in the audit log.
  const hasEnded = claimed.inReview
    ? await endReviewUnheard(database, engine, finishing)
    : await store.finish(finishing);
  await failpoint('keeper.review.after', id);
  const { status, error, statusReason } = ending;
  const reason = error?.message ?? statusReason;
  const chargedMicros = Number(charge.chargedMicros);
  if (hasEnded) evidence.follow?.('execution ended', { ...ids, status, reason, chargedMicros });
  return hasEnded;
}
