/** Ends executions by claim: the last steps, the terminal status and the settlement are one transaction, at most once. */
import { type Database, Prisma } from '@tollgate/db';
import { RETENTION } from '@tollgate/files';
import { type Micros, coalesce, sumMicros } from '@tollgate/kernel';
import type { Charge, StepCost } from '../../core/charge.ts';
import { type ObserveBatch, observed } from '../observe-batch.ts';

import { BATCHING, eachOnItsOwn, valueOf } from './batching.ts';
import { type ClaimRow, type HeldExecution, claimsOf } from './held.ts';
import { type FinishedStep, billingItem, costItems, stepItem } from './items.ts';

export interface Finishing extends HeldExecution {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly statusReason: string | null;
  readonly error: { readonly status: string; readonly message: string } | null;
  readonly charge: Charge;
  /** Steps that are not recorded yet. */
  readonly steps: readonly FinishedStep[];
  /** What its providers' calls cost. */
  readonly costs?: readonly StepCost[];
  /** Undefined when there is none. */
  readonly result: unknown;
}

/** Answers false when the execution was no longer held: nothing was written and nothing moved then. */
export function createFinish(database: Database, observe: ObserveBatch): (finishing: Finishing) => Promise<boolean> {
  async function call(finishings: readonly Finishing[]): Promise<boolean[]> {
    const payload = JSON.stringify(finishings.map(finishItem));
    const rows = await database.rows<ClaimRow>(
      Prisma.sql`SELECT * FROM execution_finish(${payload}::jsonb, ${RETENTION}::interval) AS claim_token`,
    );
    const ended = claimsOf(rows);
    return finishings.map(({ claimToken }) => ended.has(claimToken));
  }
  const submit = coalesce(
    (finishings: readonly Finishing[]) => eachOnItsOwn(finishings, call),
    observed(BATCHING, observe, 'finish'),
  );
  return async (finishing) => valueOf(await submit(finishing));
}

const finishItem = ({
  projectId,
  id,
  claimToken,
  status,
  statusReason,
  error,
  charge,
  steps,
  costs,
  result,
}: Finishing) => ({
  projectId,
  id,
  claimToken,
  status,
  statusReason,
  error,
  chargedMicros: charge.chargedMicros.toString(),
  billing: charge.billing.map(billingItem),
  steps: steps.map((step) => stepItem(step, stepCharge(charge, step.index))),
  result,
  costs: costItems(costs),
});

const stepCharge = (charge: Charge, index: number): Micros =>
  sumMicros(charge.billing.filter(({ step }) => step === index).map(({ amountMicros }) => amountMicros));
