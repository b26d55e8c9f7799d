/**
 * Demands on each part of the suite: how many executions must reach each status, how often each fault must strike, and where no outcome may become
 * unknown. The checker has its own list, so that a part that does less fails.
 */

import type { BesideDemand } from './beside-demands.ts';
import { type RequiredFault, REQUIRED_FAULTS } from './mix-faults.ts';
import type { RunDemand } from './run-demands.ts';
import type { Sales } from './sales.ts';

export interface Demand {
  /** Minimum number of executions that were in the status at any time. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Minimum number of times that the fault struck. */
  readonly faults: Readonly<Record<string, number>>;
  /** Minimum number of successful steps of each engine. */
  readonly engines?: Readonly<Record<string, number>>;
  /** Minimum number of successful executions with steps on all of these engines. */
  readonly overAll?: number;
  /** Minimum number of webhooks; endpoints refused some of them at first. */
  readonly webhooks?: number;
  /** Minimum number of executions that agents bought, each with one quote that was executed more than once. */
  readonly agents?: number;
  /** Minimum work of each kind of sale; see sales.ts. */
  readonly sales?: Sales;
  /** Minimum number of paid requests with `Prefer: wait` whose response reported the end. */
  readonly waits?: number;
  /** Minimum work of the runner of own tools; see run-demands.ts. */
  readonly runs?: RunDemand;
  readonly beside?: BesideDemand;
  /** Each of these faults struck at least once. */
  readonly struck?: readonly RequiredFault[];
  /** Maximum number of executions that ever went under review. */
  readonly reviewsMax: number;
  /** The part has a failover: an execution accepted before it whose provider call has no recorded intent may be under review, unsent. */
  readonly doubts?: true;
  /** Minimum losses of the failover: executions whose ids a client had received, and provider calls of executions that still exist. */
  readonly forgotten?: { readonly accepted: number; readonly sent: number };
  /** Every paid outcome must be delivered: this part has no excuse for a lost one. */
  readonly delivers?: true;
}

export const NOTHING_MORE: Demand = { statuses: {}, faults: {}, reviewsMax: Infinity };

const each = (names: readonly string[], times: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, times]));

const besides = (share: (ofThousand: number) => number): BesideDemand => ({
  credits: share(3),
  adjustments: share(3),
  refunds: share(4),
  refused: share(2),
  repeated: share(3),
  queued: share(4),
  running: share(2),
  reviewed: share(1),
  ended: share(2),
  forbidden: share(1),
  batches: share(1),
  uploads: share(20),
  again: share(4),
});

function mix(executions: number): Demand {
  const share = (ofThousand: number): number => Math.floor((executions * ofThousand) / 1000);
  return {
    statuses: { succeeded: share(500), failed: share(40), cancelled: share(10), needs_review: share(2) },
    engines: { image: share(200), av: share(8), provider: share(25) },
    overAll: share(2),
    webhooks: share(80),
    agents: share(4),
    waits: share(10),
    sales: {
      batches: share(8),
      misusedBatches: share(8),
      templatesInBatches: share(2),
      templatesOfAgents: share(2),
      outdated: share(2),
      tables: 3,
    },
    runs: {
      each: share(1),
      all: share(40),
      denied: share(2),
      pulled: { kinds: share(7.5), all: share(20), again: share(1.5), taken: share(15) },
    },
    beside: besides(share),
    faults: {},
    struck: REQUIRED_FAULTS,
    reviewsMax: Infinity,
  };
}

/** A scene in which no outcome can become unknown: every paid outcome arrives, at the first look-up. */
const calm = (succeeded: number, ...names: string[]): Demand => ({
  statuses: { succeeded },
  faults: each(names, 1),
  reviewsMax: 0,
  delivers: true,
});

export const DEMANDS: Readonly<Record<string, (executions: number) => Demand>> = {
  mix,
  matrix: () => ({
    statuses: { succeeded: 100, failed: 10, cancelled: 5, needs_review: 1 },
    engines: { image: 50, av: 3, provider: 10 },
    overAll: 1,
    faults: each(['killed', 'paused beyond its lease', 'postgres cut', 'postgres answers lost', 'redis cut'], 20),
    reviewsMax: Infinity,
  }),
  rolling: () => ({
    statuses: { succeeded: 100 },
    engines: { av: 3 },
    faults: { 'process stopped in order': 9 },
    reviewsMax: 0,
  }),
  'outage database': () => calm(60, 'database away', 'database unreachable'),
  // Gateways accept nothing that needs the store while it is away.
  'outage store': () => calm(20, 'store away'),
  'outage provider': () => calm(40, 'provider away'),
  'refusal read-only': () => calm(40, 'database read-only'),
  'refusal disk-full': () => calm(40, 'disk full'),
  // No commit is lost, but the system cannot know that: it sends no call first whose execution was open on another timeline.
  'failover synchronous': () => ({ ...calm(40, 'primary lost'), doubts: true }),
  // The outcome of a forgotten call to a provider that cannot look it up becomes known only from its response.
  'failover asynchronous': () => ({
    ...calm(40, 'commits withheld', 'primary lost'),
    reviewsMax: Infinity,
    forgotten: { accepted: 3, sent: 3 },
  }),
  // While the clock is ahead every lease has expired, and the next claim looks up the open calls. Until the response of the first claim is
  // found a review is right; `delivers` requires that each review ends with the outcome.
  'clock jump': () => ({ ...calm(60, 'clock two hours ahead', 'clock put right'), reviewsMax: Infinity }),
  'clock month-end': () => calm(40, 'month over'),
  'calls deploy': () => ({ ...calm(20), faults: { 'process stopped in order': 2 } }),
  // A worker whose lease expired leaves calls with an unknown outcome to others.
  'starved cpu': () => ({ ...calm(20, 'cpu taken'), reviewsMax: Infinity }),
  // Each run is as small as possible, and a defect may prevent everything.
  defects: () => NOTHING_MORE,
};
