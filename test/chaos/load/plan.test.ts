import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import type { Customer } from './customers.ts';
import { isVaried, itemsOf } from './items.ts';
import { behaviourIn, RUN_BEHAVIOURS } from '../checker/run-behaviours.ts';
import { KINDS } from './kinds.ts';
import { OWN_KINDS } from './own-kinds.ts';
import { type Job, planJob } from './plan.ts';

const customer = (projectId: string, fundedMicros: string): Customer => ({
  projectId,
  organizationId: 'org_1',
  lineages: ['key_1', 'key_2', 'key_3'],
  fundedMicros,
  capMicros: null,
  keyCapMicros: null,
  organizationCapMicros: null,
  tokens: ['a', 'b', 'c'],
  weight: 1,
});

const customers = [customer('poor', '20000'), customer('rich', '5000000000')];

function plan(seed: number, { polite = false, kinds = KINDS } = {}): Job[] {
  const random = createRandom(seed, 'load');
  const pictures = new Map(customers.map(({ projectId }) => [projectId, ['file_1']]));
  const planning = { random, customers, kinds, pictures, polite };
  return Array.from({ length: 1000 }, (_, number) => planJob(number, planning));
}

const ofRich = (jobs: readonly Job[], beside: Job['beside']): Job[] =>
  jobs.filter((job) => job.beside === beside && job.customer.projectId === 'rich');

test.each([1, 2, 3, 4711])('seed %i plans batches, agents and changed templates of customers who can pay', (seed) => {
  const jobs = plan(seed);
  for (const beside of ['batch', 'agent', 'activate'] as const) {
    const own = ofRich(jobs, beside);
    const changing = own.filter(({ request }) => request.tool === '@chaos');
    expect(own.length, beside).toBeGreaterThanOrEqual(10);
    expect(changing.length, beside).toBeGreaterThanOrEqual(5);
  }
});

test('a polite client does none of this', () => {
  expect(new Set(plan(1, { polite: true }).map(({ beside }) => beside))).toEqual(new Set(['nothing']));
});

const playedBy = (jobs: readonly Job[], named: RegExp): ReadonlySet<unknown> =>
  new Set(
    jobs
      .filter(({ customer: { projectId }, request: { tool } }) => projectId === 'rich' && named.test(tool))
      .map(({ request }) => behaviourIn((request.arguments as { told?: string }).told)),
  );

test.each([1, 2, 3, 4711])(
  'seed %i plays each behaviour of each kind of runner if own tools are offered, and none otherwise',
  (seed) => {
    const jobs = plan(seed, { kinds: [...KINDS, ...OWN_KINDS] });
    for (const named of [/^chaos-re/, /^chaos-claim/]) {
      const played = playedBy(jobs, named);
      expect(RUN_BEHAVIOURS.filter((behaviour) => !played.has(behaviour))).toEqual([]);
    }
    expect(playedBy(plan(seed), /./)).toEqual(new Set([undefined]));
  },
);

test.each([...KINDS, ...OWN_KINDS].filter(isVaried))('the items of a batch of $name differ', (kind) => {
  const items = itemsOf(kind.make(createRandom(1, 'load'), 'file_1'), 3);
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(3);
});
