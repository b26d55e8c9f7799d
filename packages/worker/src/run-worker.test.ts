import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure } from './operation.ts';
import { BALANCE, type Fixture, MAXIMUM, MINIMUM, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const noop: Operation = async () => ({ artifacts: [], units: 1 });

async function booksAreRight() {
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test('a success is charged for the measured units, once, and the rest of the hold returns', async () => {
  fixture.worker({ work: async () => ({ artifacts: [], units: 5, result: { reply: 42 } }) });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  const execution = await fixture.untilStatus(id, 'succeeded');
  expect(execution).toMatchObject({
    chargedMicros: 35,
    statusReason: null,
    error: null,
    output: { result: { reply: 42 } },
  });
  expect(execution.billing).toEqual([{ step: 0, description: 'Work', unit: 'unit', quantity: 5, amountMicros: 35 }]);
  expect(execution.steps).toMatchObject([{ status: 'succeeded', attempt: 1, chargedMicros: 35 }]);
  expect(await fixture.balance()).toMatchObject({
    available_micros: BALANCE - 35n,
    held_micros: 0n,
    spent_micros: 35n,
  });
  await booksAreRight();
});

test('a success that measured less than the minimum is charged the minimum, and one that measured more than the hold is charged the hold', async () => {
  fixture.worker({ work: async ({ parameters }) => ({ artifacts: [], units: parameters['units'] as number }) });
  const [little, much] = [
    await fixture.accept([{ parameters: { units: 1 } }]),
    await fixture.accept([{ parameters: { units: 1000 } }]),
  ];
  await fixture.notify(little, much);
  expect((await fixture.untilStatus(little, 'succeeded')).chargedMicros).toBe(Number(MINIMUM));
  expect((await fixture.untilStatus(much, 'succeeded')).chargedMicros).toBe(Number(MAXIMUM));
  await booksAreRight();
});

test('steps run in order, an artifact feeds a later step, and only stored and verified bytes become files', async () => {
  const write: Operation = async (context) => {
    const path = join(context.directory, 'made.bin');
    await writeFile(path, 'what was made');
    return { artifacts: [{ path, mimeType: 'application/octet-stream', width: 3, height: 2 }], units: 2 };
  };
  const seen: unknown[] = [];
  const wakeUp: Operation = async ({ inputs }) => {
    seen.push(inputs['source']);
    return { artifacts: [], units: 3, result: 'seen' };
  };
  fixture.worker({ write, wakeUp });
  const id = await fixture.accept([
    { operation: 'write' },
    { operation: 'wakeUp', inputs: { source: { step: 0, artifact: 0 } } },
  ]);
  await fixture.notify(id);
  const execution = await fixture.untilStatus(id, 'succeeded');
  const [file] = execution.output.artifacts;
  expect(seen).toMatchObject([
    { fileId: file!.id, mimeType: 'application/octet-stream', sizeBytes: 13, width: 3, height: 2 },
  ]);
  expect(execution).toMatchObject({
    chargedMicros: 35,
    output: { result: 'seen' },
    steps: [{ status: 'succeeded' }, { status: 'succeeded' }],
  });
  const [{ object_key: key } = { object_key: '' }] = await fixture.sql<{ object_key: string }>(
    'SELECT object_key FROM file',
  );
  expect(key).toBe(`projects/${fixture.projectId}/executions/${id}/0-0-${file!.sha256}`);
  expect(await fixture.artifacts.stat(key)).toEqual({ sizeBytes: 13 });
  expect((await readdir(fixture.directory)).filter((name) => name.startsWith('farebox-run-'))).toEqual([]);
});

test('a final failure ends the execution without charge and reports the reason', async () => {
  fixture.worker({
    work: () => {
      throw new OperationFailure('source_not_readable');
    },
  });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  const execution = await fixture.untilStatus(id, 'failed');
  expect(execution).toMatchObject({ chargedMicros: 0, statusReason: 'source_not_readable', billing: [] });
  expect(execution.error).toEqual({ status: 'INVALID_ARGUMENT', message: 'source_not_readable' });
  expect(execution.steps).toMatchObject([{ status: 'failed', attempt: 1 }]);
  expect(await fixture.balance()).toMatchObject({ available_micros: BALANCE, spent_micros: 0n });
  await booksAreRight();
});

test('a result that the database cannot store counts as a crash of its step, and does not affect requests in the same query', async () => {
  const worker = fixture.worker({
    bad: async () => ({ artifacts: [], units: 1, result: 'a\u0000b' }),
    work: noop,
  });
  const bad = await fixture.accept([{ operation: 'bad' }]);
  const good = await Promise.all(Array.from({ length: 7 }, () => fixture.accept([{}])));
  await fixture.notify(bad, ...good);
  for (const id of good) await fixture.untilStatus(id, 'succeeded');
  const refused = expect.stringContaining('the database refused the result of a step');
  await vi.waitFor(() => expect(worker.warnings).toContainEqual(refused), WAIT);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(await fixture.get(bad)).toMatchObject({ status: 'running', chargedMicros: null });
  await booksAreRight();
});

test('a step of another engine goes to its queue, in the same transaction as the completed steps', async () => {
  fixture.worker({ work: noop });
  const id = await fixture.accept([{}, { engine: 'provider', operation: 'cut' }]);
  await fixture.notify(id);
  await vi.waitFor(async () => expect((await fixture.get(id)).steps[0]).toMatchObject({ status: 'succeeded' }), WAIT);
  const [row] = await fixture.sql('SELECT engine, leased_until, attempts FROM execution');
  expect(row).toEqual({ engine: 'provider', leased_until: null, attempts: 0 });
  fixture.worker({ cut: noop }, { engine: 'provider' });
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({
    chargedMicros: 14,
    billing: [{ step: 0 }, { step: 1 }],
  });
});

test('two workers and every wake-up twice: 200 executions, 200 runs, 200 charges', async () => {
  let runs = 0;
  const counted: Operation = async () => {
    runs++;
    return { artifacts: [], units: 1 };
  };
  for (let workers = 0; workers < 2; workers++) fixture.worker({ work: counted }, { concurrency: 32 });
  const ids = await Promise.all(Array.from({ length: 200 }, () => fixture.accept([{}])));
  await fixture.notify(...ids);
  await fixture.queue.notify(
    'image',
    ids.map((executionId) => ({ projectId: fixture.projectId, executionId, epoch: 1 })),
  );
  await vi.waitFor(async () => {
    const [row] = await fixture.sql<{ count: number }>(
      `SELECT count(*)::int FROM execution WHERE status = 'succeeded'`,
    );
    expect(row!.count).toBe(200);
  }, WAIT);
  expect(runs).toBe(200);
  expect(await fixture.balance()).toMatchObject({
    held_micros: 0n,
    spent_micros: 200n * MINIMUM,
    available_micros: BALANCE - 200n * MINIMUM,
  });
  const [kinds] = await fixture.sql(
    `SELECT count(*) FILTER (WHERE kind = 'settle')::int AS settles, count(DISTINCT execution_id)::int AS executions FROM ledger_transfer`,
  );
  expect(kinds).toEqual({ settles: 200, executions: 200 });
  expect(await fixture.sql('SELECT settled_requests::int, charged_micros::int FROM usage_month')).toEqual([
    { settled_requests: 200, charged_micros: 2000 },
  ]);
  await booksAreRight();
});
