/**
 * Units of a call that succeeded. They never exceed the quote, whatever the program that did the work reports and
 * whatever its files turn out to be; an excess is a finding for the operator.
 */
import { invariant } from '@farebox/kernel';
import { ceiled, fromNumber } from './arithmetic/rational.ts';
import { type Call, valuesOfCall } from './call/values-of-call.ts';
import { unitsOf } from './evaluate.ts';
import type { PriceRule } from './read.ts';

/** A measure that the operator should see; null if it was within the quote. */
export type Finding =
  | null
  /** More units than were quoted. The customer pays for the quote. */
  | 'above'
  /** No number of at least 0 was reported. The customer pays for one unit. */
  | 'unusable';

export interface MeasuredUnits {
  /** An integer from 1 to the quoted units. */
  readonly units: bigint;
  readonly finding: Finding;
}

export interface Work {
  /** The call with the facts of its files as they were measured. */
  readonly call: Call;
  /** The units of its quote. */
  readonly quotedUnits: bigint;
  /** The value that the program reported under the name of the rule, as parsed from JSON; undefined if none. */
  readonly reported?: unknown;
}

/** A rule that begins with `ceil` is measured from the call. A started unit of a reported number counts as one. */
export function measureCall({ price: { units } }: PriceRule, { call, quotedUnits, reported }: Work): MeasuredUnits {
  invariant(quotedUnits >= 1n, 'a quote has at least one unit');
  if ('ceil' in units) return within(unitsOf(units.ceil, valuesOfCall(call)), quotedUnits);
  if (typeof reported !== 'number' || !(reported >= 0 && reported < Infinity))
    return { units: 1n, finding: 'unusable' };
  return within(ceiled(fromNumber(reported)), quotedUnits);
}

function within(units: bigint, quotedUnits: bigint): MeasuredUnits {
  if (units > quotedUnits) return { units: quotedUnits, finding: 'above' };
  return { units: units < 1n ? 1n : units, finding: null };
}
