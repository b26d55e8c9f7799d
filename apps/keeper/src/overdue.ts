/**
 * Ends what a time limit has overtaken and no worker holds: executions that nobody has begun within the client's own limit, and
 * reviews that found no evidence by `resolveBy`. The customer pays what is proven; the rest is the platform's loss.
 */
import type { Database } from '@tollgate/db';
import {
  cancelOverdue,
  chargeOfCosts,
  costsOfDelivered,
  createWorkerStore,
  overdueReviews,
} from '@tollgate/executions';
import { ENGINES, type Engine, failpoint } from '@tollgate/kernel';

const LIMIT = 100;
/** A claim is ended at once; the lease only covers a keeper that dies in between. */
const LEASE_SECONDS = 30;
const NO_EVIDENCE = {
  status: 'failed',
  statusReason: 'outcome_unknown',
  error: { status: 'UNAVAILABLE', message: 'outcome_unknown' },
} as const;

/** Answers how many it ended. */
export async function endOverdue(database: Database): Promise<number> {
  const cancelled = await cancelOverdue(database, LIMIT);
  const overdue = await overdueReviews(database, LIMIT);
  let resolved = 0;
  for (const engine of ENGINES) {
    const ids = overdue.filter((each) => each.engine === engine).map(({ id }) => id);
    resolved += await resolve(database, engine, ids);
  }
  return cancelled + resolved;
}

async function resolve(database: Database, engine: Engine, ids: readonly string[]): Promise<number> {
  const store = createWorkerStore(database, { engine, leaseSeconds: LEASE_SECONDS });
  let ended = 0;
  for (const id of ids) {
    const claimed = await store.claim(id);
    if (claimed === null) continue;
    if (!claimed.inReview) {
      await store.handBack([claimed]); // a worker found evidence meanwhile; the rest is not to wait for this lease
      continue;
    }
    await failpoint('keeper.review.before', id);
    const charge = chargeOfCosts(costsOfDelivered(claimed.plan, claimed.recorded), claimed);
    const finishing = { ...NO_EVIDENCE, id, epoch: claimed.epoch, charge, steps: [], result: undefined };
    if (await store.finish(finishing)) ended++;
    await failpoint('keeper.review.after', id);
  }
  return ended;
}
