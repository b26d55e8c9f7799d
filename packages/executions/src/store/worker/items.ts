/** Finished steps as the SQL functions take them. Amounts and quantities travel as decimal text: JSON numbers would round. */
import type { BillingItem } from '../../core/charge.ts';
import { type Micros, microsToJson } from '@tollgate/kernel';

/** A stored and verified object that becomes an artifact of the execution. */
export interface StoredArtifact {
  readonly id: string;
  readonly sha256: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly durationSeconds?: number | undefined;
}

export interface FinishedStep {
  readonly index: number;
  readonly status: 'succeeded' | 'failed';
  readonly attempt: number;
  readonly units: bigint;
  /** Undefined when the operation answered nothing. */
  readonly result: unknown;
  /** External cost that the provider proved; null when there is none. */
  readonly costMicros: Micros | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly artifacts: readonly StoredArtifact[];
}

/** `chargedMicros` is null while the execution goes on: what a step cost is known once the whole is settled. */
export function stepItem(step: FinishedStep, chargedMicros: Micros | null) {
  const { artifacts, units, costMicros, ...rest } = step;
  return {
    ...rest,
    units: units.toString(),
    costMicros: costMicros?.toString() ?? null,
    chargedMicros: chargedMicros?.toString() ?? null,
    files: artifacts.map((artifact, position) => ({ ...artifact, position })),
  };
}

/** The bill as clients see it, which is how it is stored. */
export const billingItem = ({ step, description, unit, quantity, amountMicros }: BillingItem) => ({
  step,
  description,
  unit,
  quantity: Number(quantity),
  amountMicros: microsToJson(amountMicros),
});
