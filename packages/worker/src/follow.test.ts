/** The log of a worker tells each event of an execution with the ids that other processes use. */
import { createExecutionLog, createLogger } from '@farebox/telemetry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure, TryLater } from './operation.ts';
import { type Fixture, openFixture, WAIT } from './testing/fixture.ts';

type Line = Readonly<Record<string, unknown>>;
const CANARY = 'canary4711';
const done = { artifacts: [], units: 1 };

let fixture: Fixture;
let written: string[];
beforeEach(async () => {
  fixture = await openFixture();
  written = [];
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);
const eventsOf = (executionId: string): unknown[] =>
  lines().flatMap((line) => (line['executionId'] === executionId ? [line['msg']] : []));

function worker(work: Operation, processName = 'worker-image-one', leaseSeconds = 30) {
  const destination = { write: (line: string) => void written.push(line) };
  const logger = createLogger({ app: 'worker-image', level: 'trace', destination });
  const options = { logger, processName, leaseSeconds, follow: createExecutionLog(logger) };
  return fixture.worker({ work }, options);
}

test('an execution leaves lines of its claim, its steps and its end, with the worker and the claim', async () => {
  worker(async () => done);
  const id = await fixture.accept([{}, {}]);
  await fixture.notify(id);
  await fixture.untilStatus(id, 'succeeded');
  const steps = ['execution step begun', 'execution step ended'];
  await vi.waitFor(
    () => expect(eventsOf(id)).toEqual(['execution claimed', ...steps, ...steps, 'execution ended']),
    WAIT,
  );
  for (const line of lines())
    expect(line).toMatchObject({ projectId: fixture.projectId, executionId: id, worker: 'worker-image-one', epoch: 1 });
  expect(lines().at(-1)).toMatchObject({ status: 'succeeded', chargedMicros: 14, releasedMicros: 86 });
});

test('a failed step and a pause tell their reason', async () => {
  let runs = 0;
  worker(async () => {
    if (runs++ === 0) throw new TryLater(60);
    throw new OperationFailure('content_rejected');
  });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(eventsOf(id)).toContain('execution postponed'), WAIT);
  await fixture.sql(`UPDATE execution SET run_at = instant() WHERE id = '${id}'`);
  await fixture.notify(id);
  await fixture.untilStatus(id, 'failed');
  await vi.waitFor(() => expect(eventsOf(id).at(-1)).toBe('execution ended'), WAIT);
  const reasons = lines().filter(({ msg }) => msg === 'execution step ended' || msg === 'execution ended');
  expect(reasons.map(({ reason }) => reason)).toEqual(['later', 'content_rejected', 'content_rejected']);
});

test('a lost lease is told by the worker that lost it and by the next claim, with the worker that had it', async () => {
  const gate = Promise.withResolvers<void>();
  const first = worker(async () => (await gate.promise, done), 'worker-image-one');
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(eventsOf(id)).toContain('execution step begun'), WAIT);
  const expire = `UPDATE execution SET leased_until = instant() - interval '1 second' WHERE id = '${id}'`;
  await fixture.sql(expire);
  const next = await fixture.sql<{ before: unknown[] }>(`
    SELECT noted_before AS before FROM execution_claim(ARRAY['${fixture.projectId}'], ARRAY['${id}'], 'image', '30 s', NULL, 'worker-image-two')`);
  expect(next[0]?.before).toMatchObject({ 0: 'lost', 2: 1, 4: 'worker-image-one' });
  gate.resolve();
  await vi.waitFor(() => expect(eventsOf(id)).toContain('execution lease lost'), WAIT);
  expect(lines().at(-1)).toMatchObject({ worker: 'worker-image-one', epoch: 1 });
  await vi.waitFor(() => expect(first.running()).toBe(0), WAIT);
  await fixture.sql(expire);
  worker(async () => done, 'worker-image-three');
  await fixture.notify(id);
  await fixture.untilStatus(id, 'succeeded');
  const lost = lines().filter(({ msg }) => msg === 'execution lease lost');
  expect(lost.map(({ worker: name, epoch }) => [name, epoch])).toEqual([
    ['worker-image-one', 1],
    ['worker-image-two', 2],
  ]);
});

test('no line contains what the client sent', async () => {
  worker(async () => {
    throw new OperationFailure('content_rejected');
  });
  const parameters = { prompt: CANARY };
  const id = await fixture.accept([
    { parameters, price: { description: CANARY, unit: 'unit', unitPriceMicros: '7', unitsMax: 9 } },
  ]);
  await fixture.notify(id);
  await fixture.untilStatus(id, 'failed');
  await vi.waitFor(() => expect(eventsOf(id).at(-1)).toBe('execution ended'), WAIT);
  expect(written.join('')).not.toContain(CANARY);
});
