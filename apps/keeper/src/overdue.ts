/**
 * Ends what a time limit or a cancel has overtaken and no worker holds: executions that nobody has begun within the client's own
 * limit, running ones that no worker comes for, and reviews that found no evidence by `resolveBy`. It sends nothing and never ends a
 * paid call that may still have an outcome. The customer pays what is proven; the rest is the platform's loss.
 */
import type { Database } from '@tollgate/db';
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
  createWorkerStore,
  heldOf,
  overdueReviews,
  overtaken,
} from '@tollgate/executions';
import { ENGINES, failpoint } from '@tollgate/kernel';

const LIMIT = 100;
/** A claim is ended at once; the lease only covers a keeper that dies in between. */
const LEASE_SECONDS = 30;

/** How it ends, now that it is claimed; null: somebody was first, and it goes on. */
type EndingOf = (claimed: ClaimedExecution) => Ending | null;

/** Answers how many it ended. */
export async function endOverdue(database: Database): Promise<number> {
  const cancelled = await cancelOverdue(database, LIMIT);
  const resolved = await endAll(database, await overdueReviews(database, LIMIT), ofReview);
  return cancelled + resolved + (await endAll(database, await overtaken(database, LIMIT), ofRunning));
}

const ofReview: EndingOf = ({ inReview }) => (inReview ? OUTCOME_UNKNOWN : null);

function ofRunning({ inReview, open, recorded, plan, cancelRequested, secondsLeft }: ClaimedExecution): Ending | null {
  const isOpen = open !== null && open.phase !== 'pending';
  // What is done is delivered and charged, even when a cancel came meanwhile: that is a worker's to finish.
  if (inReview || isOpen || recorded.length === plan.length) return null;
  if (cancelRequested) return CANCELLED;
  return secondsLeft <= 0 ? OVERDUE : null;
}

async function endAll(database: Database, found: readonly OverdueExecution[], endingOf: EndingOf): Promise<number> {
  let ended = 0;
  for (const engine of ENGINES) {
    const store = createWorkerStore(database, { engine, leaseSeconds: LEASE_SECONDS });
    for (const execution of found.filter((each) => each.engine === engine)) {
      if (await endOne(store, execution, endingOf)) ended++;
    }
  }
  return ended;
}

async function endOne(store: WorkerStore, execution: OverdueExecution, endingOf: EndingOf): Promise<boolean> {
  const { id } = execution;
  const claimed = await store.claim(execution);
  if (claimed === null) return false;
  const ending = endingOf(claimed);
  if (ending === null) {
    await store.handBack([claimed]); // the rest is not to wait for this lease
    return false;
  }
  await failpoint('keeper.review.before', id);
  const charge = chargeOfCosts(costsOfDelivered(claimed.plan, claimed.recorded), claimed);
  const hasEnded = await store.finish({ ...ending, ...heldOf(claimed), charge, steps: [], result: undefined });
  await failpoint('keeper.review.after', id);
  return hasEnded;
}
