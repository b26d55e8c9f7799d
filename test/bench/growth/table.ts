/** What the growth benchmark measured, as text, and what may not be. */
import type { Growth } from './measure.ts';

/** The largest history against the smallest. A tree that is one level higher is a page more in four to ten. */
const GROWTH_MAX = 1.25;
/** A page of a list is 21 rows and a way down one tree: what takes fewer pages than those tells where its rows lie, not that it grows. */
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
