/** The price of one call: units and the most that they cost, before any work is done. */
import { invariant, maxMicros, type Micros, micros, timesMicros } from '@farebox/kernel';
import { argumentOf, type Call, chosen, valuesOfCall } from './call/values-of-call.ts';
import { unitsOf } from './evaluate.ts';
import { type PriceRule, quotedExpr } from './read.ts';
import type { Amount } from './rule.ts';

/** The amounts of a call, which follow from its arguments alone. */
export interface Amounts {
  readonly unitPriceMicros: Micros;
  /** The least that a successful call costs. */
  readonly minimumMicros: Micros;
}

export interface QuotedUnits extends Amounts {
  /** The most units that the call can be charged: an integer from 1 to the bound of the rule. */
  readonly units: bigint;
  /** The most that the call costs: the units at their price, but at least the minimum. */
  readonly maximumMicros: Micros;
}

/**
 * The binding quote of a call.
 * @param call arguments that the input schema accepted, with defaults filled in, and files that satisfy their rules.
 * Throws an invariant error if they are not: a call outside of its limits must never be sold.
 */
export function quoteCall(rule: PriceRule, call: Call): QuotedUnits {
  const units = unitsOf(quotedExpr(rule.price.units), valuesOfCall(call));
  invariant(units <= rule.unitsMax, 'a valid call has no more units than the bound of its price');
  const amounts = amountsOf(rule, call);
  return { units, ...amounts, maximumMicros: chargeMicros(units, amounts) };
}

/** @param call arguments that the input schema accepted, with defaults filled in. */
export const amountsOf = ({ price }: PriceRule, call: Pick<Call, 'arguments'>): Amounts => ({
  unitPriceMicros: amountOf(price.unitPriceMicros, call),
  minimumMicros: amountOf(price.minimumChargeMicros, call),
});

/** The lowest amounts of any call. */
export const lowestAmountsOf = ({ price }: PriceRule): Amounts => ({
  unitPriceMicros: lowestOf(price.unitPriceMicros),
  minimumMicros: lowestOf(price.minimumChargeMicros),
});

/** The charge for units of a call that succeeded. @param price of the quote, so that later prices change nothing. */
export const chargeMicros = (units: bigint, { unitPriceMicros, minimumMicros }: Amounts): Micros =>
  maxMicros(minimumMicros, timesMicros(unitPriceMicros, units));

const amountOf = (amount: Amount, call: Pick<Call, 'arguments'>): Micros =>
  micros(typeof amount === 'number' ? amount : chosen(amount.table, argumentOf(call, amount.lookup)));

const lowestOf = (amount: Amount): Micros =>
  micros(typeof amount === 'number' ? amount : Math.min(...Object.values(amount.table)));
