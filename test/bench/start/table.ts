/** Renders the measurements of starts: medians of each side, and whether the bundles reach the goals. */
import { type Spread, spreadOf } from '../rounds.ts';
import type { Started, Starts } from './measure.ts';

interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly most: number;
  readonly of: (started: Started) => number;
}

const MB = 1_000_000;
const FIGURES: readonly Figure[] = [
  { title: 'warm start', unit: 's', most: 4, of: ({ seconds }) => seconds },
  { title: 'start of the gateway', unit: 's of CPU', most: 0.8, of: ({ gatewayCpuUs }) => gatewayCpuUs / 1e6 },
  { title: 'idle gateway', unit: 'MB', most: 150, of: (started) => heldBy(started, 'gateway') / MB },
  {
    title: 'all idle',
    unit: 'MB',
    most: 700,
    of: ({ held }) => held.reduce((sum, { pssBytes }) => sum + pssBytes, 0) / MB,
  },
];

/** Sums over all processes with that name. */
const heldBy = ({ held }: Started, name: string): number =>
  held.filter((each) => each.name === name).reduce((sum, { pssBytes }) => sum + pssBytes, 0);

export function startTable({ bundles, sources }: Starts): string {
  const lines = FIGURES.map(({ title, unit, most, of }) => {
    const [ours, theirs] = [spreadOf(bundles.map(of)), spreadOf(sources.map(of))];
    const reached = ours.median <= most ? 'reached' : 'not reached';
    return `${title}: ${spread(ours)} ${unit}; from sources ${spread(theirs)}; to reach ${most}: ${reached}`;
  });
  return [...lines, processesOf('bundles', bundles), processesOf('sources', sources)].join('\n');
}

const spread = ({ min, median, max }: Spread): string => `${text(median)} (${text(min)} to ${text(max)})`;
const text = (value: number): string => value.toFixed(value < 20 ? 2 : 0);

/** The median for each process. */
function processesOf(side: string, starts: readonly Started[]): string {
  const names = [...new Set(starts.flatMap(({ held }) => held.map(({ name }) => name)))];
  const each = names.map((name) => `${name} ${text(spreadOf(starts.map((one) => heldBy(one, name) / MB)).median)}`);
  return `  from ${side}, MB: ${each.join(', ')}`;
}
