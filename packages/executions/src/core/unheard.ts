/** What is noted of a paid call that nobody heard of, when its execution ends without it. Pure. */
import type { StepPlan } from '@farebox/catalog';
import { ZERO_MICROS } from '@farebox/kernel';
import type { StepCost } from './charge.ts';

/** Who was asked for a step: the provider entry, and the model as the provider names it. */
export function askedOf({ operation, parameters: { provider, model } }: StepPlan) {
  return {
    provider: typeof provider === 'string' ? provider : operation,
    model: typeof model === 'string' ? model : '',
  };
}

export interface Unheard {
  readonly plan: readonly StepPlan[];
  readonly open: { readonly index: number } | null;
  readonly inReview: boolean;
}

/** Nothing is booked; what its provider says of it later is the operator's, and is asked for from now on where it can be asked. */
export function costsUnknown({ plan, open, inReview }: Unheard): StepCost[] {
  const planned = open === null ? undefined : plan[open.index];
  if (!inReview || open === null || planned === undefined) return [];
  const basis = { ...askedOf(planned), statedMicros: null, derivedMicros: null };
  return [{ index: open.index, costMicros: ZERO_MICROS, basis: { ...basis, invoiceAfterSeconds: 0 } }];
}
