/**
 * Reads the price of a manifest. A price with a problem is refused before the tool is published; a price that was read
 * has a highest charge for every call that the input schema allows.
 */
import type { FieldProblems } from '@farebox/contract';
import { type Micros, micros } from '@farebox/kernel';
import { checkAmount, highestOf } from './check/amounts.ts';
import { checkDerivable } from './check/derivable.ts';
import { hasForm, UNITS } from './check/form.ts';
import { createProblems, type Problems } from './check/problems.ts';
import { sizeProblem } from './check/size.ts';
import { unitsOf } from './evaluate.ts';
import { below } from './pointer.ts';
import type { Expr, Price, Quantity } from './rule.ts';
import { type Input, limitsOfCalls } from './schema/limits-of-calls.ts';

/** A price with its bound, ready to quote calls. */
export interface PriceRule {
  readonly price: Price;
  /** The most units of any call: an integer from 1 to 2^53−1. */
  readonly unitsMax: bigint;
  /** The most that any call costs, at most 2^53−1 micro-USD. */
  readonly chargeMaxMicros: Micros;
}

export type ReadPrice =
  | { readonly ok: true; readonly rule: PriceRule }
  /** JSON Pointer into the price → problem, and what to write instead. */
  | { readonly ok: false; readonly problems: FieldProblems };

/** @param price as parsed from the manifest, from anybody. Takes bounded time. */
export function readPrice(price: unknown, input: Input): ReadPrice {
  const tooLarge = sizeProblem(price);
  if (tooLarge !== null) return { ok: false, problems: tooLarge };
  const problems = createProblems();
  if (!hasForm(price, problems)) return { ok: false, problems: problems.told };
  checkPrice(price, input, problems);
  if (!problems.isEmpty) return { ok: false, problems: problems.told };
  return boundedRule(price, input);
}

/** The expression whose value, rounded up, is the quote. */
export const quotedExpr = (units: Quantity): Expr => ('ceil' in units ? units.ceil : units.max);

function checkPrice({ units, unitPriceMicros, minimumChargeMicros }: Price, input: Input, problems: Problems): void {
  const limits = limitsOfCalls(input);
  const { inputSchema: schema } = input;
  checkDerivable(quotedExpr(units), below(UNITS, 'ceil' in units ? 'ceil' : 'max'), { limits, problems });
  checkAmount(unitPriceMicros, '/unitPriceMicros', { schema, problems });
  checkAmount(minimumChargeMicros, '/minimumChargeMicros', { schema, problems });
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

function boundedRule(price: Price, input: Input): ReadPrice {
  const unitsMax = unitsOf(quotedExpr(price.units), limitsOfCalls(input));
  const chargeMax = chargeOf(unitsMax, {
    unitPrice: highestOf(price.unitPriceMicros),
    minimum: highestOf(price.minimumChargeMicros),
  });
  if (unitsMax > LARGEST || chargeMax > LARGEST) {
    const most = unitsMax > LARGEST ? `reach ${shown(unitsMax)} units` : `cost ${shown(chargeMax)} micro-USD`;
    const reason = `can ${most}, above ${LARGEST}: lower the limits of its arguments`;
    return { ok: false, problems: { [UNITS]: reason } };
  }
  return { ok: true, rule: { price, unitsMax, chargeMaxMicros: micros(chargeMax) } };
}

/** Units at their price, but at least the minimum. Not yet checked against the largest amount. */
const chargeOf = (units: bigint, { unitPrice, minimum }: { unitPrice: bigint; minimum: bigint }): bigint => {
  const measured = units * unitPrice;
  return measured > minimum ? measured : minimum;
};

const DIGITS_SHOWN = 20;

/** A hostile bound has thousands of digits. */
const shown = (units: bigint): string => {
  const text = String(units);
  return text.length > DIGITS_SHOWN ? `10^${text.length - 1}` : text;
};
