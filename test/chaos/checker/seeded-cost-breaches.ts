/** Breaches of what is booked for paid calls. Only tests of the checks use them. */
import type { Change } from './mutable.ts';

export const COST_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I3', 'a success booked below the cost', ({ recordedCosts }) => (recordedCosts[0]!.booked_micros = 199)],
  ['I3', 'a success booked at nothing', ({ recordedCosts }) => (recordedCosts[0]!.booked_micros = 0)],
  [
    'I3',
    'a success booked above the hold',
    ({ recordedCosts, costs }) => (
      Object.assign(recordedCosts[0]!, { stated_micros: 500, derived_micros: 500, booked_micros: 500 }),
      (costs[0]!.costMicros = 500)
    ),
  ],
  [
    'I3',
    'a cost by the tariff that its service did not take',
    ({ recordedCosts }) => (recordedCosts[0]!.derived_micros = 203),
  ],
  ['I3', 'a cost that is stated at once and late', ({ recordedCosts }) => (recordedCosts[0]!.late_micros = 200)],
  [
    'I3',
    'a statement that a late invoice hides',
    ({ recordedCosts }) =>
      Object.assign(recordedCosts[0]!, { stated_micros: 150, booked_micros: 150, late_micros: 200 }),
  ],
  ['I3', 'a step with another cost than was booked', ({ steps }) => (steps[0]!.cost_micros = 199)],
  ['I3', 'a cost of a step of which nothing is on record', ({ steps }) => (steps[2]!.cost_micros = 5)],
];
