/** Prints the measurements of the growth benchmark, and finds those that exceed the bound. */
import type { Growth } from './measure.ts';

/** Bound of pages with the largest history divided by pages with the smallest. One more level of a B-tree adds a page to four to ten. */
const GROWTH_MAX = 1.25;
/** One page of a list reads 21 rows and descends one B-tree. Below this count, a ratio shows where rows lie and not that a cost grows. */
const FEW_PAGES = 26;

export const hasGrown = ({ costs }: Growth): boolean =>
  Math.max(...costs.map(({ buffers }) => buffers)) > Math.max(costs[0]!.buffers * GROWTH_MAX, FEW_PAGES);

export function growthTable(sizes: readonly number[], measured: readonly Growth[]): string {
  const head = `${'pages and milliseconds at'.padEnd(WIDTH)}${sizes.map((size) => `${size}`.padStart(18)).join('')}`;
  return [head, ...measured.map(line)].join('\n');
}

const WIDTH = 48;

function line(growth: Growth): string {
  const costs = growth.costs.map(({ buffers, ms }) => `${buffers}`.padStart(9) + ms.toFixed(2).padStart(9));
  return growth.name.padEnd(WIDTH) + costs.join('') + (hasGrown(growth) ? `  more than ${GROWTH_MAX} ×` : '');
}
