/** Finished steps as the SQL functions take them. Amounts and quantities travel as decimal text: JSON numbers would round. */
import type { BillingItem, CostBasis, StepCost } from '../../core/charge.ts';
import type { StoredArtifact } from '@farebox/files';
import { type Micros, microsToJson } from '@farebox/kernel';

export interface FinishedStep {
  readonly index: number;
  readonly status: 'succeeded' | 'failed';
  readonly attempt: number;
  readonly units: bigint;
  /** Undefined when the operation answered nothing. */
  readonly result: unknown;
  /** External cost as it is booked; null when there is none. */
  readonly costMicros: Micros | null;
  readonly basis?: CostBasis | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly artifacts: readonly StoredArtifact[];
}

/** `chargedMicros` is null while the execution goes on: what a step cost is known once the whole is settled. */
export function stepItem(step: FinishedStep, chargedMicros: Micros | null) {
  const { index, status, artifacts: _artifacts, units, costMicros, basis: _basis, ...rest } = step;
  return {
    // First and in this order: by that the database knows the only step of a success without taking it apart.
    index,
    status,
    ...rest,
    units: units.toString(),
    costMicros: costMicros?.toString() ?? null,
    chargedMicros: chargedMicros?.toString() ?? null,
  };
}

export const fileItems = (steps: readonly FinishedStep[]) =>
  steps.flatMap(({ index: step, artifacts }) =>
    artifacts.map((artifact, position) => ({ ...artifact, step, position })),
  );

/** What is known of costs; of those that an earlier claim recorded it is written already. */
export const costItems = (costs: readonly StepCost[] = []) =>
  costs.flatMap(({ index, costMicros, basis }) => {
    if (basis === undefined) return [];
    const { statedMicros, derivedMicros, invoiceAfterSeconds: lookupAfterSeconds, ...asked } = basis;
    return [
      {
        index,
        ...asked,
        statedMicros: statedMicros?.toString() ?? null,
        derivedMicros: derivedMicros?.toString() ?? null,
        bookedMicros: costMicros.toString(),
        lookupAfterSeconds,
      },
    ];
  });

/** The bill as clients see it, which is how it is stored. */
export const billingItem = ({ step, description, unit, quantity, amountMicros }: BillingItem) => ({
  step,
  description,
  unit,
  quantity: Number(quantity),
  amountMicros: microsToJson(amountMicros),
});
