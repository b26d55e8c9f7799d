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

test('a step of an operation that this worker lacks is left, uncounted and unharmed, to one that has it', async () => {
  const old = ground.worker({ work: noop });
  const id = await ground.accept([{ operation: 'newer' }]);
  await ground.nudge(id);
  const said = expect.stringContaining('left to a newer worker');
  await vi.waitFor(() => expect(old.warnings).toContainEqual(said), WAIT);
  await vi.waitFor(() => expect(old.running()).toBe(0), WAIT);
  expect(await ground.sql('SELECT attempts FROM execution')).toEqual([{ attempts: 0 }]);
  expect(await ground.get(id)).toMatchObject({ chargedMicros: null });
  await old.drain();
  ground.worker({ newer: noop });
  await ground.sql(`UPDATE execution SET run_at = now()`);
  await ground.nudge(id);
  expect(await ground.untilStatus(id, 'succeeded')).toMatchObject({ steps: [{ attempt: 1 }] });
  expect(await ground.balance()).toMatchObject({ held_micros: 0n });
});
