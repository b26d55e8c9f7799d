/** The end that the runner states, by the behaviour that the client's arguments name. */
import type { RunBehaviour } from '../checker/run-behaviours.ts';

export interface Stating {
  readonly behaviour: RunBehaviour;
  /** Pages that were asked for. */
  readonly pages: number;
  /** Files that the run has to make. */
  readonly outputs: number;
  /** The work could not be done: a file was not to be had. */
  readonly isLost: boolean;
  readonly isCancelled: boolean;
  /** How often this end was stated already. */
  readonly times: number;
}

const COST = '0.000310';

/** One page less than was asked for, in halves. */
const unitsOf = (pages: number): number => Math.max(1, pages - 1) - 0.5;

const filesOf = (outputs: number): object[] => Array.from({ length: outputs }, (_, put) => ({ put }));

function succeeded({ pages, outputs }: Stating, own: object = {}): object {
  const made = { artifacts: filesOf(outputs), result: { read: pages } };
  return { status: 'succeeded', ...made, units: unitsOf(pages), cost: { usd: COST }, ...own };
}

const failed = (own: object): object => ({
  status: 'failed',
  reason: 'content_rejected',
  message: 'no text',
  cost: { usd: '0.000420' },
  ...own,
});

const ENDS: Readonly<Partial<Record<RunBehaviour, (stating: Stating) => object>>> = {
  'changes-mind': (stating) =>
    succeeded(stating, { units: stating.times + 1, cost: { usd: `0.0001${String(stating.times % 10)}0` } }),
  'units-above': (stating) => succeeded(stating, { units: 1_000_000 }),
  'units-negative': (stating) => succeeded(stating, { units: -3 }),
  'units-nan': (stating) => succeeded(stating, { units: 'NaN' }),
  'units-none': (stating) => succeeded(stating, { units: undefined }),
  'cost-above': (stating) => succeeded(stating, { cost: { usd: '99.5' } }),
  'cost-negative': (stating) => succeeded(stating, { cost: { usd: '-0.5' } }),
  'cost-nan': (stating) => succeeded(stating, { cost: { usd: 'NaN' } }),
  'cost-number': (stating) => succeeded(stating, { cost: { usd: 0.5 } }),
  // A tool without files names one that it should not have.
  'no-file': (stating) => succeeded(stating, { artifacts: filesOf(Math.max(1, stating.outputs)) }),
  'two-files': (stating) => succeeded(stating, { artifacts: filesOf(stating.outputs + 2) }),
  fails: () => failed({ billed: true }),
  'fails-unbilled': () => failed({ billed: false }),
  'fails-unclear': () => failed({}),
  stops: () => ({ status: 'cancelled', cost: { usd: '0.000270' } }),
};

export function endOf(stating: Stating): object {
  if (stating.isCancelled) return { status: 'cancelled', cost: { usd: '0.000150' } };
  if (stating.isLost) return { status: 'failed', reason: 'failed', message: 'lost', billed: false };
  return (ENDS[stating.behaviour] ?? succeeded)(stating);
}

/** A second response on the same connection: signed, and about the same run. */
export const strayOf = (stating: Stating): object =>
  succeeded(stating, { units: stating.pages + 1, cost: { usd: '0.000999' } });
