import { expect, test } from 'vitest';
import { measureGrowth } from './measure.ts';
import { growthTable, hasGrown } from './table.ts';

/** A minute of real accepts, claims and settlements. With fewer executions the B-trees would not gain a level. */
const SIZES = [10_000, 100_000];

test(
  'no statement reads more than 1.25 times the pages when the history is ten times as long',
  { timeout: 600_000 },
  async () => {
    const measured = await measureGrowth(SIZES);
    const grown = measured.filter(hasGrown).map(({ name }) => name);
    expect(measured.length).toBeGreaterThan(30);
    expect(grown, growthTable(SIZES, measured)).toEqual([]);
  },
);
