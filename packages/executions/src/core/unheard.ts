/** Computes the costs to note for a provider call without an outcome when its execution ends. Pure. */
import type { StepPlan } from '@farebox/catalog';
import { ZERO_MICROS } from '@farebox/kernel';
import type { StepCost } from './charge.ts';

/**
 * Provider and model of a step: the provider entry, and the provider's name of the model.
 *
 * @param named the entry that the intent names, which may be the spare of the plan; null: the intent is lost
 */
export function askedOf({ operation, parameters }: Pick<StepPlan, 'operation' | 'parameters'>, named: string | null) {
  const spare = (parameters['spare'] ?? {}) as { readonly provider?: unknown; readonly model?: unknown };
  const { provider, model } = named !== null && spare.provider === named ? spare : parameters;
  return {
    provider: typeof provider === 'string' ? provider : operation,
    model: typeof model === 'string' ? model : '',
  };
}

export interface Unheard {
  readonly plan: readonly StepPlan[];
  readonly open: { readonly index: number; readonly provider: string | null } | null;
  readonly inReview: boolean;
}

/**
 * Books nothing. If the provider states a cost later, the operator bears it; providers that can be queried are queried from
 * now on.
 */
export function costsUnknown({ plan, open, inReview }: Unheard): StepCost[] {
  const planned = open === null ? undefined : plan[open.index];
  if (!inReview || open === null || planned === undefined) return [];
  const basis = { ...askedOf(planned, open.provider), statedMicros: null, derivedMicros: null };
  return [{ index: open.index, costMicros: ZERO_MICROS, basis: { ...basis, invoiceAfterSeconds: 0 } }];
}
