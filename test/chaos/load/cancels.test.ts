import { expect, test } from 'vitest';
import { DEMANDS } from '../checker/demands.ts';
import { createRandom } from '../random.ts';
import type { Customer } from './customers.ts';
import { KINDS } from './kinds.ts';
import { type Job, planJob } from './plan.ts';

const customer = (projectId: string, more: Partial<Customer> = {}): Customer => ({
  projectId,
  organizationId: 'org',
  lineages: ['one', 'two', 'three'],
  fundedMicros: '5000000000',
  capMicros: null,
  keyCapMicros: null,
  organizationCapMicros: null,
  tokens: ['one', 'two', 'three'],
  weight: 1,
  ...more,
});

const planned = (seed: number, executions: number): Job[] => {
  const customers = [
    customer('rich'),
    customer('poor', { fundedMicros: '1000' }),
    customer('capped', { capMicros: '5' }),
  ];
  const random = createRandom(seed, 'load');
  const planning = { random, customers, kinds: KINDS, pictures: new Map(), polite: false };
  return Array.from({ length: executions }, (_, number) => planJob(number, planning));
};

test.each([1, 20261121, 4294967295])(
  'a plan of seed %d has at least as many cancels in each state as a run must show',
  (seed) => {
    const executions = 2000;
    const states = Map.groupBy(
      planned(seed, executions).flatMap(({ cancels }) => (cancels === null ? [] : [cancels])),
      ({ state }) => state,
    );
    const { running = 0, reviewed = 0, ended = 0 } = DEMANDS['mix']?.(executions).beside ?? {};
    expect(states.get('running')?.length).toBeGreaterThanOrEqual(2 * running);
    expect(states.get('needs_review')?.length).toBeGreaterThanOrEqual(2 * reviewed);
    expect(states.get('ended')?.length).toBeGreaterThanOrEqual(2 * ended);
    expect(states.get('queued')?.length).toBeGreaterThan(1);
    expect([...states.values()].flat().map(({ by }) => by.projectId)).not.toContain('poor');
  },
);
