/**
 * Ends what a time limit or a cancel has overtaken and no worker holds: executions that nobody has begun within the client's own
 * limit, running ones that no worker comes for, and reviews at `resolveBy`: with the response that is stored, which it takes itself, and
 * else without. It sends nothing and never ends a paid call that may still have an outcome. The customer pays what is proven; the rest
 * is the platform's loss.
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
import { ENGINES, failpoint, invariant } from '@farebox/kernel';
import type { ArtifactStore } from '@farebox/storage';
import type { Logger } from '@farebox/telemetry';
import { adoptCallResult } from '@farebox/worker';
import { endReviewUnheard } from './unheard-review.ts';

const LIMIT = 100;
/** A claim is ended at once; the lease only covers a keeper that dies in between. */
const LEASE_SECONDS = 30;
/** Named in one line of the log, at most; it has the number. */
const NAMED_MAX = 5;

/**
 * How it ends, now that it is claimed; null: it goes on, and is handed back; `over`: the claim has ended already. Rejects when nobody can
 * tell now.
 */
type EndingOf = (claimed: ClaimedExecution, store: WorkerStore) => Promise<Ending | 'over' | null>;

export interface Evidence {
  /** Where workers remember what was paid for. */
  readonly artifacts: Pick<ArtifactStore, 'read' | 'ready' | 'remove' | 'stat'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Answers how many it ended. Rejects while the artifact store is away and reviews wait for it; all else has been done by then. */
export async function endOverdue(database: Database, evidence: Evidence): Promise<number> {
  const cancelled = await cancelOverdue(database, LIMIT);
  const ended = await endAll(database, await overtaken(database, LIMIT), ofRunning);
  return cancelled + ended + (await endReviews(database, evidence));
}

/** With what is stored of them, and else in the customer's favour. */
async function endReviews(database: Database, { artifacts, logger }: Evidence): Promise<number> {
  const remembered: string[] = [];
  const ended = await endAll(database, await overdueReviews(database, LIMIT), async (claimed, store) => {
    if (!claimed.inReview) return null;
    const engine = claimed.plan[claimed.recorded.length]?.engine;
    invariant(engine !== undefined, 'a step under review is in the plan');
    const outcome = await adoptCallResult(claimed, { engine, store, artifacts });
    if (outcome === 'none') return OUTCOME_UNKNOWN;
    if (outcome === 'adopted') remembered.push(claimed.id);
    return 'over';
  });
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
  // What is done is delivered and charged, even when a cancel came meanwhile: that is a worker's to finish.
  if (inReview || isOpen || recorded.length === plan.length) return null;
  if (cancelRequested) return CANCELLED;
  return secondsLeft <= 0 ? OVERDUE : null;
};

async function endAll(database: Database, found: readonly OverdueExecution[], endingOf: EndingOf): Promise<number> {
  let ended = 0;
  for (const engine of ENGINES) {
    const store = createWorkerStore(database, { engine, leaseSeconds: LEASE_SECONDS });
    for (const execution of found.filter((each) => each.engine === engine)) {
      if (await endOne({ database, store, endingOf }, execution)) ended++;
    }
  }
  return ended;
}

interface EndingBy {
  readonly database: Database;
  readonly store: WorkerStore;
  readonly endingOf: EndingOf;
}

async function endOne({ database, store, endingOf }: EndingBy, execution: OverdueExecution): Promise<boolean> {
  const { id, engine } = execution;
  const claimed = await store.claim(execution);
  if (claimed === null) return false;
  let ending: Ending | 'over' | null = null;
  try {
    ending = await endingOf(claimed, store);
  } finally {
    if (ending === null) await store.handBack([claimed]); // the rest is not to wait for this lease
  }
  if (ending === null || ending === 'over') return ending === 'over';
  await failpoint('keeper.review.before', id);
  const charge = chargeOfCosts(costsOfDelivered(claimed.plan, claimed.recorded), claimed);
  const costs = costsUnknown(claimed);
  const finishing = { ...ending, ...leaseOf(claimed), charge, steps: [], costs, result: undefined };
  // A worker ends a review with evidence; what ends without any is an act of ours, and told.
  const hasEnded = claimed.inReview
    ? await endReviewUnheard(database, engine, finishing)
    : await store.finish(finishing);
  await failpoint('keeper.review.after', id);
  return hasEnded;
}
