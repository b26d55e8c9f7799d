/** A worker refuses a step that it does not know and reports it; a worker that knows the step runs it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { type Fixture, WAIT, openFixture } from './testing/fixture.ts';

const noop: Operation = async () => ({ artifacts: [], units: 1 });

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const rowOf = async (id: string) =>
  (await fixture.sql(`SELECT status, epoch, attempts, started_at FROM execution WHERE id = '${id}'`))[0];

test('an execution with an operation that this worker lacks, even in a later step, is not claimed, and another worker runs it', async () => {
  const old = fixture.worker({ work: noop });
  const lacking = [await fixture.accept([{ operation: 'newer' }]), await fixture.accept([{}, { operation: 'newer' }])];
  await fixture.notify(...lacking);
  const known = await fixture.accept([{}]);
  await fixture.notify(known); // the queue is ordered: when this one is done, the others were handled
  await fixture.untilStatus(known, 'succeeded');
  for (const id of lacking) {
    expect(await rowOf(id)).toEqual({ status: 'queued', epoch: 0, attempts: 0, started_at: null });
  }
  await old.drain();
  fixture.worker({ newer: noop, work: noop });
  await fixture.notify(...lacking);
  for (const id of lacking) expect((await fixture.untilStatus(id, 'succeeded')).steps[0]).toMatchObject({ attempt: 1 });
  expect(await fixture.balance()).toMatchObject({ held_micros: 0n });
});

test('work left to a newer worker does not block other work when slots are scarce', async () => {
  const gate = Promise.withResolvers<void>();
  const long: Operation = async () => (await gate.promise, { artifacts: [], units: 1 });
  const worker = fixture.worker({ long, work: noop }, { concurrency: 2 });
  const other = await fixture.newProject();
  const flood = await Promise.all([0, 1].map(() => fixture.accept([{ operation: 'long' }])));
  await fixture.notify(...flood);
  await vi.waitFor(() => expect(worker.running()).toBe(2), WAIT);
  const lacking = await fixture.accept([{ operation: 'newer' }], { projectId: other });
  const known = await fixture.accept([{}], { projectId: other });
  await fixture.notify(lacking, known);
  await vi.waitFor(async () => expect(await rowOf(known)).toMatchObject({ status: 'succeeded' }), WAIT);
  expect(await rowOf(lacking)).toMatchObject({ status: 'queued', epoch: 0 });
  gate.resolve();
  for (const id of flood) await fixture.untilStatus(id, 'succeeded');
});
