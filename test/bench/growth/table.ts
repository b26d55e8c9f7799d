/** What the growth benchmark measured, as text, and what may not be. */
import type { Growth } from './measure.ts';

/** The largest history against the smallest. A tree that is one level higher is a page more in four to ten. */
const GROWTH_MAX = 1.25;
/** Fewer pages than these are a look-up by key, for which one level more of its tree is a larger part. */
const PAGES_FREE = 1;

const growthOf = ({ costs }: Growth): number =>
  Math.max(...costs.map(({ buffers }) => buffers - PAGES_FREE)) / costs[0]!.buffers;

export function growthTable(sizes: readonly number[], measured: readonly Growth[]): string {
  const head = `${'pages and milliseconds at'.padEnd(WIDTH)}${sizes.map((size) => `${size}`.padStart(18)).join('')}`;
  return [head, ...measured.map(line)].join('\n');
}

const WIDTH = 48;

function line(growth: Growth): string {
  const costs = growth.costs.map(({ buffers, ms }) => `${buffers}`.padStart(9) + ms.toFixed(2).padStart(9));
  const verdict = growthOf(growth) <= GROWTH_MAX ? '' : `  more than ${GROWTH_MAX} ×`;
  return growth.name.padEnd(WIDTH) + costs.join('') + verdict;
}
