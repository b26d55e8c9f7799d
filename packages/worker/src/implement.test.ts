/** What a worker does with a step that it does not know: nothing, and it says so; whoever knows it does it. */
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

test('work that names an operation which this worker lacks is not taken, be it a later step, and is done by one that has it', async () => {
  const old = fixture.worker({ work: noop });
  const lacking = [await fixture.accept([{ operation: 'newer' }]), await fixture.accept([{}, { operation: 'newer' }])];
  await fixture.notify(...lacking);
  const known = await fixture.accept([{}]);
  await fixture.notify(known); // the queue is in order: when this is done, those were looked at
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

test("work that is left to a newer worker stands in nobody's way when places are scarce", async () => {
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
