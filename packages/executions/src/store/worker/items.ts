/** Encodes finished steps for the SQL functions. Amounts and quantities are decimal text, because JSON numbers would round. */
import type { BillingItem, CostBasis, StepCost } from '../../core/charge.ts';
import type { StoredArtifact } from '@farebox/files';
import { type Micros, microsToJson } from '@farebox/kernel';

export interface FinishedStep {
  readonly index: number;
  readonly status: 'succeeded' | 'failed';
  readonly attempt: number;
  readonly units: bigint;
  /** Undefined if the operation returned nothing. */
  readonly result: unknown;
  /** Booked external cost; null if there is none. */
  readonly costMicros: Micros | null;
  readonly basis?: CostBasis | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly artifacts: readonly StoredArtifact[];
}

/** `chargedMicros` is null while the execution continues: the charge of a step is known once the execution is settled. */
export function stepItem(step: FinishedStep, chargedMicros: Micros | null) {
  const { index, status, artifacts: _artifacts, units, costMicros, basis: _basis, ...rest } = step;
  return {
    // These members come first and in this order: by them the database recognizes the only step of a success without parsing JSON.
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

/** The known costs, except those that an earlier claim has recorded. */
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

/** A billing line in the form that clients see, which is also the stored form. */
export const billingItem = ({ step, description, unit, quantity, amountMicros }: BillingItem) => ({
  step,
  description,
  unit,
  quantity: Number(quantity),
  amountMicros: microsToJson(amountMicros),
});
