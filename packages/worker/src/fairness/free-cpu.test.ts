import { createWorkerStore } from '@farebox/executions';
import { createOrganization } from '@farebox/identity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure } from '../operation.ts';
import { type Fixture, WAIT, openFixture } from '../testing/fixture.ts';
import { gated } from '../testing/gated.ts';

let fixture: Fixture;
let other: string;
beforeEach(async () => {
  fixture = await openFixture();
  other = await fixture.newProject();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const times = (count: number) => Array.from({ length: count });

test('a project whose failed work has used up its free processor time runs one execution at a time', async () => {
  const long = gated();
  const broken: Operation = ({ usedCpu }) => {
    usedCpu(0.1);
    return Promise.reject(new OperationFailure('source_not_readable'));
  };
  fixture.worker({ broken, long: long.operation }, { concurrency: 4, freeCpuSeconds: 1 });
  const failing = await Promise.all(times(11).map(() => fixture.accept([{ operation: 'broken' }])));
  await fixture.notify(...failing);
  for (const id of failing) await fixture.untilStatus(id, 'failed');
  await vi.waitFor(async () => {
    const over = await fixture.sql(`SELECT * FROM organization_free_cpu_exceeded(1)`);
    expect(over).toHaveLength(1);
  }, WAIT);
  const flood = await Promise.all(times(3).map(() => fixture.accept([{ operation: 'long' }])));
  const theirs = await Promise.all(times(2).map(() => fixture.accept([{ operation: 'long' }], { projectId: other })));
  await vi.waitFor(async () => {
    await fixture.notify(...theirs, flood[0] as string);
    expect(long.counts.now).toBeGreaterThanOrEqual(3);
  }, WAIT);
  // Jobs are handled in order: a later one starts only after the earlier ones were refused.
  const last = await fixture.accept([{ operation: 'long' }], { projectId: other });
  await fixture.notify(...flood.slice(1), last);
  await vi.waitFor(() => expect(long.counts.now).toBeGreaterThanOrEqual(4), WAIT);
  const running = `SELECT count(*)::int AS it FROM execution WHERE project_id = '${fixture.projectId}' AND status = 'running'`;
  expect(await fixture.sql(running)).toEqual([{ it: 1 }]);
  long.open();
  for (const id of flood) await fixture.untilStatus(id, 'succeeded');
  const overlapping = await fixture.sql(`
    SELECT a.id FROM execution a JOIN execution b ON a.id < b.id AND a.project_id = b.project_id
      AND a.started_at < b.finished_at AND b.started_at < a.finished_at
    WHERE a.project_id = '${fixture.projectId}' AND a.status = 'succeeded' AND b.status = 'succeeded'`);
  expect(overlapping).toEqual([]);
});

test('the projects of an organization share its free processor time', async () => {
  const { fairness } = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const organization = await createOrganization(fixture.database, 'Many');
  for (const project of await Promise.all(times(3).map(() => fixture.newProject(organization))))
    await fairness.countFreeCpu(project, 2);
  await fairness.countFreeCpu(other, 5);
  expect(await fairness.overFreeCpuBudget(5)).toEqual(new Set([organization]));
});

test('failed work without processor time, and successful work, use none of the free processor time', async () => {
  const gate = Promise.withResolvers<void>();
  const idle: Operation = () => gate.promise.then(() => Promise.reject(new OperationFailure('source_not_readable')));
  const good: Operation = ({ usedCpu }) => {
    usedCpu(100);
    return Promise.resolve({ artifacts: [], units: 1 });
  };
  fixture.worker({ idle, good }, { concurrency: 4, freeCpuSeconds: 1 });
  const [waits, works] = [await fixture.accept([{ operation: 'idle' }]), await fixture.accept([{ operation: 'good' }])];
  await fixture.notify(waits, works);
  await fixture.untilStatus(works, 'succeeded');
  await fixture.untilStatus(waits, 'running');
  gate.resolve();
  await fixture.untilStatus(waits, 'failed');
  expect(await fixture.sql('SELECT * FROM project_free_cpu')).toEqual([]);
});

test('work that its client cancelled counts as free work like failed work, so that a cancel before the end gains nothing', async () => {
  const burning: Operation = async ({ usedCpu, signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    usedCpu(2);
    throw signal.reason as Error;
  };
  const worker = fixture.worker({ burning }, { concurrency: 4, freeCpuSeconds: 1 });
  const id = await fixture.accept([{ operation: 'burning' }]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(worker.running()).toBe(1), WAIT);
  const { projectId } = fixture;
  await fixture.executions.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  expect(await fixture.untilStatus(id, 'cancelled')).toMatchObject({ chargedMicros: 0 });
  const over = () => fixture.sql(`SELECT * FROM organization_free_cpu_exceeded(1)`);
  await vi.waitFor(async () => expect(await over()).toHaveLength(1), WAIT);
});

test('work completed before a service refused the rest counts as free work too', async () => {
  const work: Operation = () => Promise.resolve({ artifacts: [], units: 1 });
  const refuse: Operation = () => Promise.reject(new OperationFailure('content_rejected'));
  const id = await fixture.accept([{}, { engine: 'provider', operation: 'refuse' }]);
  fixture.worker({ work });
  await fixture.notify(id);
  await vi.waitFor(async () => expect(await fixture.sql('SELECT * FROM execution_step')).toHaveLength(1), WAIT);
  await fixture.sql(`UPDATE execution_step SET started_at = finished_at - interval '3 s'`);
  fixture.worker({ refuse }, { engine: 'provider', freeCpuSeconds: 1 });
  expect(await fixture.untilStatus(id, 'failed')).toMatchObject({ chargedMicros: 0 });
  const over = (seconds: number) => fixture.sql(`SELECT * FROM organization_free_cpu_exceeded(${seconds})`);
  await vi.waitFor(async () => expect(await over(2.9)).toHaveLength(1), WAIT);
  expect(await over(3.1)).toEqual([]);
});
