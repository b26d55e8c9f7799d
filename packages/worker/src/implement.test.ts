/** What a worker does with a step that it does not know: nothing, and it says so; whoever knows it does it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { type Ground, WAIT, openGround } from './testing/ground.ts';

const noop: Operation = async () => ({ artifacts: [], units: 1 });

let ground: Ground;
beforeEach(async () => {
  ground = await openGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const rowOf = async (id: string) =>
  (await ground.sql(`SELECT status, epoch, attempts, started_at FROM execution WHERE id = '${id}'`))[0];

test('work that names an operation which this worker lacks is not taken, be it a later step, and is done by one that has it', async () => {
  const old = ground.worker({ work: noop });
  const lacking = [await ground.accept([{ operation: 'newer' }]), await ground.accept([{}, { operation: 'newer' }])];
  await ground.nudge(...lacking);
  const known = await ground.accept([{}]);
  await ground.nudge(known); // the queue is in order: when this is done, those were looked at
  await ground.untilStatus(known, 'succeeded');
  for (const id of lacking) {
    expect(await rowOf(id)).toEqual({ status: 'queued', epoch: 0, attempts: 0, started_at: null });
  }
  await old.drain();
  ground.worker({ newer: noop, work: noop });
  await ground.nudge(...lacking);
  for (const id of lacking) expect((await ground.untilStatus(id, 'succeeded')).steps[0]).toMatchObject({ attempt: 1 });
  expect(await ground.balance()).toMatchObject({ held_micros: 0n });
});

test("work that is left to a newer worker stands in nobody's way when places are scarce", async () => {
  const gate = Promise.withResolvers<void>();
  const long: Operation = async () => (await gate.promise, { artifacts: [], units: 1 });
  const worker = ground.worker({ long, work: noop }, { concurrency: 2 });
  const other = await ground.newProject();
  const flood = await Promise.all([0, 1].map(() => ground.accept([{ operation: 'long' }])));
  await ground.nudge(...flood);
  await vi.waitFor(() => expect(worker.running()).toBe(2), WAIT);
  const lacking = await ground.accept([{ operation: 'newer' }], { projectId: other });
  const known = await ground.accept([{}], { projectId: other });
  await ground.nudge(lacking, known);
  await vi.waitFor(async () => expect(await rowOf(known)).toMatchObject({ status: 'succeeded' }), WAIT);
  expect(await rowOf(lacking)).toMatchObject({ status: 'queued', epoch: 0 });
  gate.resolve();
  for (const id of flood) await ground.untilStatus(id, 'succeeded');
});
