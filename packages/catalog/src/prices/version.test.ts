import { describe, expect, it } from 'vitest';
import { PRICE_HISTORY } from './history.ts';
import type { PriceTable } from './entry.ts';
import { PRICE_TABLE } from './table.ts';
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

  it('does not depend on the order of the table', () => {
    const { date, tools } = PRICE_TABLE;
    const reversed = Object.fromEntries(Object.entries(tools).toReversed());
    expect(priceVersionOf({ tools: reversed, date })).toBe(version);
  });

  it('is in the history: changed prices need a new line there', () => {
    expect(PRICE_HISTORY.at(-1), `append '${version}' to history.ts`).toBe(version);
  });

  it('can change twice on one day, both times with that date', () => {
    const [once, twice] = [changed('"100"', '"101"'), changed('"100"', '"102"')].map(priceVersionOf) as [
      string,
      string,
    ];
    expect([once, twice].map(dateOf)).toEqual([PRICE_TABLE.date, PRICE_TABLE.date]);
    expect(problemsOf([version, once, twice])).toEqual([]);
  });

  it('is never used twice and never dated back', () => {
    expect(problemsOf(PRICE_HISTORY)).toEqual([]);
    expect(problemsOf([version, version])).toEqual([`${version} is listed twice`]);
    expect(problemsOf([version, '2000-01-01.00000000'])).toEqual(['2000-01-01.00000000 is dated back']);
  });
});

const dateOf = (version: string): string => version.slice(0, 10);

/** Clients and bills refer to old versions, so none may change. */
const problemsOf = (history: readonly string[]): string[] =>
  history.flatMap((version, at) => {
    const before = history.slice(0, at);
    if (before.includes(version)) return [`${version} is listed twice`];
    return before.some((each) => dateOf(each) > dateOf(version)) ? [`${version} is dated back`] : [];
  });
