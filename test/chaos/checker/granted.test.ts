import { expect, test } from 'vitest';
import { grantedMs } from './granted.ts';

const quiet = { fromMs: 0, untilMs: 1000, ranMs: 1900, waitedMs: 9000, othersMs: 0 };
const halved = { fromMs: 1000, untilMs: 2000, ranMs: 500, waitedMs: 500, othersMs: 1500 };
const starved = { fromMs: 2000, untilMs: 3000, ranMs: 1, waitedMs: 9000, othersMs: 2000 };
const idle = { fromMs: 3000, untilMs: 4000, ranMs: 0, waitedMs: 0, othersMs: 2000 };

test.each([
  [
    'a quiet machine gives all, however much the processes wait for one another',
    [quiet],
    { fromMs: 0, untilMs: 1000, given: 1000 },
  ],
  ['what others took while it waited was not given', [halved], { fromMs: 1000, untilMs: 2000, given: 500 }],
  ['a tenth is always given, so that a limit comes to its end', [starved], { fromMs: 2000, untilMs: 3000, given: 100 }],
  ['who waits for nothing is given all', [idle], { fromMs: 3000, untilMs: 4000, given: 1000 }],
  ['a stretch of a slice counts in its part', [quiet, halved], { fromMs: 500, untilMs: 1500, given: 750 }],
  ['what no slice tells of was given whole', [halved], { fromMs: 0, untilMs: 5000, given: 4500 }],
  ['nothing was given of a time that is not yet', [halved], { fromMs: 1500, untilMs: 1500, given: 0 }],
] as const)('%s', (_, slices, { fromMs, untilMs, given }) => {
  expect(grantedMs(slices, fromMs, untilMs)).toBe(given);
});
