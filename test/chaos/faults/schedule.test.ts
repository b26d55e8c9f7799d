import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUIRED_FAULTS } from '../checker/mix-faults.ts';
import { createRandom } from '../random.ts';
import { COUNTS } from '../system/apps.ts';
import { appsOf } from './apps.fixture.ts';
import { planFaults } from './schedule.ts';

const APPS = appsOf(COUNTS);

test('every seed plans each fault that a mix must have, in a run of any length', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 32 }), fc.nat({ max: 400_000 }), (seed, lengthMs) => {
      const planned = planFaults(createRandom(seed, 'faults'), APPS, lengthMs);
      const musts = planned.filter(({ must }) => must);
      expect(musts).toHaveLength(REQUIRED_FAULTS.length);
      for (const { fault, app } of REQUIRED_FAULTS)
        expect(musts.some((one) => one.fault.name === fault && (app === null || one.app?.app === app))).toBe(true);
      expect(planned.every(({ atMs }) => atMs >= 0 && atMs <= lengthMs)).toBe(true);
      expect(planned.map(({ atMs }) => atMs)).toEqual(planned.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
    }),
  );
});

test('every fault on processes has a process that it can strike', () => {
  const planned = planFaults(createRandom(1, 'faults'), APPS, 400_000);
  expect(planned.filter(({ fault, app }) => (fault.apps === null) !== (app === null))).toEqual([]);
});

test('the same seed gives the same plan', () => {
  const plan = () => planFaults(createRandom(7, 'faults'), APPS, 60_000);
  expect(plan()).toEqual(plan());
});
