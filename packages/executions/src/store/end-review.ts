/**
 * Ends a review by an operator's decision, inside the transaction of that action. It claims the execution like a worker, so
 * that of this decision and concurrent evidence only one ends it: the first to lock the row.
 */
import type { Prisma, Transaction } from '@farebox/db';
import { type Engine, type Micros, sumMicros, ZERO_MICROS } from '@farebox/kernel';
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
  /** Cost verified with the provider; null if it is unknown, so that the customer does not pay for the provider call. */
  readonly verifiedCostMicros: Micros | null;
  /** Whether a verified cost is the customer's; otherwise it is on record, and the operator bears it. */
  readonly isCharged: boolean;
}

export type ReviewEnded =
  | { readonly kind: 'ended'; readonly charge: Charge }
  /** A worker is looking for evidence at this moment. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'not_in_review' }
  /** The sum of the costs would exceed the hold. */
  | { readonly kind: 'above_hold' };

/** The claim ends with this transaction. */
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

/**
 * Ends a claimed review within a transaction that writes the audit log entry itself. Returns false if the claim was lost, and
 * writes nothing then.
 */
export async function finishWithin(transaction: Transaction, engine: Engine, finishing: Finishing): Promise<boolean> {
  const rows = { rows: <Row>(query: Prisma.Sql) => transaction.$queryRaw<Row[]>(query) };
  if (!(await createFinish(rows, { engine, observe })(finishing))) return false;
  await dropReviewNote(transaction, finishing);
  return true;
}

/**
 * Makes the review due, so that it can be claimed if no worker holds it; returns the engine that it waits for. Null if the
 * execution is not under review.
 */
async function madeDue(transaction: Transaction, { projectId, executionId }: ReviewEnd): Promise<Engine | null> {
  const [found] = await transaction.$queryRaw<{ engine: Engine }[]>`
    UPDATE execution SET review_at = instant()
     WHERE project_id = ${projectId} AND id = ${executionId} AND status = 'needs_review' RETURNING engine`;
  return found?.engine ?? null;
}

/**
 * A verified cost ends the step. Without one the step stays unchanged, and the cost is queried later, at the operator's
 * expense.
 */
function endingOf(
  claimed: ClaimedExecution,
  { verifiedCostMicros, isCharged }: ReviewEnd,
): { readonly costs: readonly StepCost[]; readonly steps: readonly FinishedStep[] } {
  const { plan, recorded, open, attempts } = claimed;
  const proven = costsOfDelivered(plan, recorded);
  const planned = open === null ? undefined : plan[open.index];
  if (verifiedCostMicros === null || open === null || planned === undefined)
    return { costs: [...proven, ...costsUnknown(claimed)], steps: [] };
  const stated = { statedMicros: verifiedCostMicros, derivedMicros: null, invoiceAfterSeconds: null };
  const asked = askedOf(planned, open.provider);
  const basis = { ...asked, ...stated, provider: open.provider ?? asked.provider };
  const cost = { index: open.index, costMicros: isCharged ? verifiedCostMicros : ZERO_MICROS, basis };
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
