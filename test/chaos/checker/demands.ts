/**
 * What each part of the suite must have shown: how many executions reached each status, how often each fault struck, and where no outcome
 * may become unknown. The suite is not asked: a part that does less than is written here has failed.
 */

import { type RequiredFault, REQUIRED_FAULTS } from './mix-faults.ts';

export interface Demand {
  /** Executions that were in it at any time, at least. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How often it struck, at least. */
  readonly faults: Readonly<Record<string, number>>;
  /** Steps of each engine that succeeded, at least. */
  readonly engines?: Readonly<Record<string, number>>;
  /** Executions over all of these engines that succeeded, at least. */
  readonly overAll?: number;
  /** Messages that endpoints were sent, at least; some of them not taken at first. */
  readonly webhooks?: number;
  /** Executions that agents bought, each by one quote that was executed again, at least. */
  readonly agents?: number;
  /** Paid requests that were answered with the end, because they preferred to wait for it, at least. */
  readonly waits?: number;
  /** Each of these struck, at least once. */
  readonly struck?: readonly RequiredFault[];
  /** Executions that ever went under review, at most. */
  readonly reviewsMax: number;
  /** A failover is among it: what was accepted before it, and whose paid call has no intent on record, may be under review, unsent. */
  readonly doubts?: true;
  /** What the failover has to have forgotten, at least: executions that a client was told of, and paid calls of executions that are there. */
  readonly forgotten?: { readonly accepted: number; readonly sent: number };
  /** Nothing here excuses that an outcome was paid for and not delivered. */
  readonly delivers?: true;
}

export const NOTHING_MORE: Demand = { statuses: {}, faults: {}, reviewsMax: Infinity };

const each = (names: readonly string[], times: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, times]));

function mix(executions: number): Demand {
  const share = (ofThousand: number): number => Math.floor((executions * ofThousand) / 1000);
  return {
    statuses: { succeeded: share(500), failed: share(40), cancelled: share(10), needs_review: share(2) },
    engines: { image: share(200), av: share(8), provider: share(25) },
    overAll: share(2),
    webhooks: share(80),
    agents: share(4),
    waits: share(10),
    faults: {},
    struck: REQUIRED_FAULTS,
    reviewsMax: Infinity,
  };
}

/** A scene without a way for an outcome to become unknown: all that was paid for arrives, at the first attempt to find out. */
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
  'outage store': () => calm(40, 'store away'),
  'outage provider': () => calm(40, 'provider away'),
  'refusal read-only': () => calm(40, 'database read-only'),
  'refusal disk-full': () => calm(40, 'disk full'),
  // No commit is lost, which the system cannot know: it sends nothing first that was open on another timeline.
  'failover synchronous': () => ({ ...calm(40, 'primary lost'), doubts: true }),
  // A call that was forgotten, and whose service cannot be asked, is known once its response comes in or is found.
  'failover asynchronous': () => ({
    ...calm(40, 'commits withheld', 'primary lost'),
    reviewsMax: Infinity,
    forgotten: { accepted: 3, sent: 3 },
  }),
  // Ahead of its time every lease has run out, and the next claim asks what has become of a call. Until the first one's answer is found a
  // review is right, and `delivers` says that each ends with its outcome: none is called off, none stays.
  'clock jump': () => ({ ...calm(60, 'clock two hours ahead', 'clock put right'), reviewsMax: Infinity }),
  'clock month-end': () => calm(40, 'month over'),
  'calls deploy': () => ({ ...calm(20), faults: { 'process stopped in order': 2 } }),
  // A worker that is late for its lease leaves to others what it does not know yet.
  'starved cpu': () => ({ ...calm(20, 'cpu taken'), reviewsMax: Infinity }),
  // Each is as small as it can be, and a defect may keep anything from happening.
  defects: () => NOTHING_MORE,
};
