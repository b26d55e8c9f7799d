/** The prices of an own tool: its manifest has them, at the share of list prices that a project pays. */
import { micros } from '@farebox/kernel';
import type { ToolManifest } from '@farebox/manifest';
import { type Amount, type Amounts, amountsOf, lowestAmountsOf } from '@farebox/price-rules';
import type { JsonObject } from '../json.ts';
import { dollars } from '../prices/dollars.ts';
import type { Price } from '../prices/price.ts';
import { partOfAmount } from '../prices/terms.ts';
import type { OwnVersion } from './version.ts';

/** The parts that distinguish an own tool: the version that is sold, and prices that are not in the price table. */
export interface Own extends OwnVersion, OwnPrices {}

export interface OwnPrices {
  /** The lowest price of any call, for the catalog. */
  readonly lowest: (basisPoints: number) => Price;
  /** The price of a call with valid arguments. */
  readonly priceOf: (input: JsonObject, basisPoints: number) => Price;
}

export function ownPrices({ manifest, rule }: Pick<ToolManifest, 'manifest' | 'rule'>): OwnPrices {
  const { unit, unitPriceMicros, minimumChargeMicros } = manifest.price;
  const isLowest = [unitPriceMicros, minimumChargeMicros].some(isChosen);
  const priceWith = (amounts: Amounts, basisPoints: number): Price => {
    const [each, least] = [amounts.unitPriceMicros, amounts.minimumMicros].map((amount) =>
      micros(partOfAmount(amount, basisPoints)),
    ) as [Price['unitPriceMicros'], Price['minimumChargeMicros']];
    const described = `${dollars(each)} for each ${unit}; at least ${dollars(least)}.`;
    const description = isLowest ? `From ${described}` : described;
    return { unit, unitPriceMicros: each, minimumChargeMicros: least, description };
  };
  return {
    lowest: (basisPoints) => priceWith(lowestAmountsOf(rule), basisPoints),
    priceOf: (input, basisPoints) => priceWith(amountsOf(rule, { arguments: input }), basisPoints),
  };
}

/** Whether the amount depends on an argument. */
const isChosen = (amount: Amount): boolean => typeof amount !== 'number';
