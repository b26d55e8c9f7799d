import { describe, expect, it } from 'vitest';
import { PRICE_HISTORY } from './history.ts';
import { PRICE_TABLE, type PriceTable } from './table.ts';
import { priceVersionOf } from './version.ts';

/** The table with the first occurrence of a text replaced. */
const changed = (from: string, to: string): PriceTable =>
  JSON.parse(JSON.stringify(PRICE_TABLE).replace(from, to)) as PriceTable;

describe('the price version', () => {
  const version = priceVersionOf(PRICE_TABLE);

  it('is a date and eight hex digits', () => {
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{8}$/);
  });

  it.for([
    ['a unit price', '"unitPriceMicros":"100"', '"unitPriceMicros":"101"'],
    ['a minimum charge', '"minimumChargeMicros":"500"', '"minimumChargeMicros":"501"'],
    ['the price of a model', '"unitPriceMicros":"400"', '"unitPriceMicros":"401"'],
    ['a unit', '"unit":"megapixel"', '"unit":"image"'],
    ['the date', PRICE_TABLE.date, '2099-01-01'],
  ] as const)('changes with %s', ([, from, to]) => {
    expect(priceVersionOf(changed(from, to))).not.toBe(version);
  });

  it('does not depend on the order in which the table is written', () => {
    const { date, tools } = PRICE_TABLE;
    const reversed = Object.fromEntries(Object.entries(tools).toReversed());
    expect(priceVersionOf({ tools: reversed, date })).toBe(version);
  });

  it('stands in the history: prices that changed need a new date and a new line there', () => {
    expect(PRICE_HISTORY.at(-1), `append '${version}' to history.ts`).toBe(version);
  });

  it('never has two versions of one date in the history', () => {
    const dates = PRICE_HISTORY.map((each) => each.slice(0, 10));
    expect(dates).toEqual([...new Set(dates)].toSorted());
  });
});
