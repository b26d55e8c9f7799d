/**
 * Ends a review by an operator's word, inside the transaction of that act. It claims the execution like a worker would, so evidence that comes at the
 * same moment and this word cannot both end it: whoever locks the row first does.
 */
import type { Prisma, Transaction } from '@farebox/db';
import { type Engine, type Micros, sumMicros } from '@farebox/kernel';
import { type Charge, chargeOfCosts, costsOfDelivered, type StepCost } from '../core/charge.ts';
import { OUTCOME_UNKNOWN } from '../core/endings.ts';
import { askedOf, costsUnknown } from '../core/unheard.ts';
import { dropReviewNote } from './review-notes.ts';
import { type ClaimedExecution, createClaim } from './worker/claim.ts';
import { createFinish, type Finishing } from './worker/finish.ts';
import type { FinishedStep } from './worker/items.ts';
import { leaseOf } from './worker/leased.ts';

export interface ReviewEnd {
  readonly projectId: string;
  readonly executionId: string;
  /** What the call cost, as somebody has verified with its provider; null: nobody knows, and the customer does not pay for it. */
  readonly verifiedCostMicros: Micros | null;
}

export type ReviewEnded =
  | { readonly kind: 'ended'; readonly charge: Charge }
  /** A worker looks for evidence just now. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'not_in_review' }
  /** The costs together would be above the hold. */
  | { readonly kind: 'above_hold' };

/** The lease lasts as long as this transaction. */
const LEASE_SECONDS = 30;
const observe = (): void => {};

export async function endReview(transaction: Transaction, end: ReviewEnd): Promise<ReviewEnded> {
  const { projectId, executionId: id } = end;
  const engine = await madeDue(transaction, end);
  if (engine === null) return { kind: 'not_in_review' };
  const rows = { rows: <Row>(query: Prisma.Sql) => transaction.$queryRaw<Row[]>(query) };
  const claimed = await createClaim(rows, { engine, leaseSeconds: LEASE_SECONDS }, observe)({ projectId, id });
  if (claimed === null) return { kind: 'busy' };
  const { costs, steps } = endingOf(claimed, end);
  const charge = chargeOfCosts(costs, claimed);
  if (charge.chargedMicros !== sumMicros(costs.map(({ costMicros }) => costMicros))) return { kind: 'above_hold' };
  const finishing = { ...OUTCOME_UNKNOWN, ...leaseOf(claimed), charge, steps, costs, result: undefined };
  const hasEnded = await finishWithin(transaction, engine, finishing);
  return hasEnded ? { kind: 'ended', charge } : { kind: 'busy' };
}

/** Ends a review that is held, as a part of a transaction that tells of it itself. False: it is no longer held, and nothing was written. */
export async function finishWithin(transaction: Transaction, engine: Engine, finishing: Finishing): Promise<boolean> {
  const rows = { rows: <Row>(query: Prisma.Sql) => transaction.$queryRaw<Row[]>(query) };
  if (!(await createFinish(rows, { engine, observe })(finishing))) return false;
  await dropReviewNote(transaction, finishing);
  return true;
}

/** Makes it due, so that it can be claimed where nobody holds it; the engine that it waits for. Null: it is not under review. */
async function madeDue(transaction: Transaction, { projectId, executionId }: ReviewEnd): Promise<Engine | null> {
  const [found] = await transaction.$queryRaw<{ engine: Engine }[]>`
    UPDATE execution SET review_at = instant()
     WHERE project_id = ${projectId} AND id = ${executionId} AND status = 'needs_review' RETURNING engine`;
  return found?.engine ?? null;
}

/** A cost that was verified ends its step; a call that nobody heard of leaves it as it is, and is asked for later, at the operator's expense. */
function endingOf(
  claimed: ClaimedExecution,
  { verifiedCostMicros }: ReviewEnd,
): { readonly costs: readonly StepCost[]; readonly steps: readonly FinishedStep[] } {
  const { plan, recorded, open, attempts } = claimed;
  const proven = costsOfDelivered(plan, recorded);
  const planned = open === null ? undefined : plan[open.index];
  if (verifiedCostMicros === null || open === null || planned === undefined)
    return { costs: [...proven, ...costsUnknown(claimed)], steps: [] };
  const stated = { statedMicros: verifiedCostMicros, derivedMicros: null, invoiceAfterSeconds: null };
  const basis = { ...askedOf(planned), ...stated, provider: open.provider ?? askedOf(planned).provider };
  const cost = { index: open.index, costMicros: verifiedCostMicros, basis };
  const finishedAt = new Date();
  const startedAt = new Date(finishedAt.getTime() - open.ageSeconds * 1000);
  const step: FinishedStep = {
    ...cost,
    status: 'failed',
    attempt: Math.max(attempts, 1),
    units: 0n,
    result: undefined,
    startedAt,
    finishedAt,
    artifacts: [],
  };
  return { costs: [...proven, cost], steps: [step] };
}
