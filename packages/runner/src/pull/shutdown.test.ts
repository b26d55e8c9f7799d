/** A pull runner that is shut down loses no run: it ends, is given back, or fails without a bill. */
import { expect, test } from 'vitest';
import { memoryStore } from '../store.ts';
import { openTestDoor } from '../testing/door.ts';
import { held, pulling, statusesOf } from '../testing/pulling.ts';

test('a shutdown claims nothing more and lets a run end within its time', async () => {
  await using door = await openTestDoor();
  const { tool, begun, end } = held();
  const run = door.offer();
  const runner = pulling(door, tool, { concurrency: 2, graceMs: 20_000 });
  await begun;
  const stopped = runner.stop();
  await expect.poll(door.waiting).toBe(0);
  end();
  await stopped;
  expect(statusesOf(run).at(-1)).toBe('succeeded');
});

test('a shutdown gives a run back that may begin again, and any store takes it again', async () => {
  await using door = await openTestDoor();
  const { tool, begun } = held();
  const [run, store] = [door.offer(), memoryStore()];
  const runner = pulling(door, tool, { idempotent: true, store });
  await begun;
  await runner.stop();
  expect(await run.ended).toMatchObject({ status: 'not_taken' });
  door.offer({}, run.token);
  await using _ = pulling(door, () => ({ units: 1 }), { idempotent: true, store });
  await expect.poll(() => statusesOf(run).at(-1)).toBe('succeeded');
});

test('a shutdown ends any other run as a failure without a bill, and it never begins again', async () => {
  await using door = await openTestDoor();
  const { tool, begun } = held();
  const [run, store] = [door.offer(), memoryStore()];
  const runner = pulling(door, tool, { store });
  await begun;
  await runner.stop();
  const lost = { status: 'failed', reason: 'failed', message: 'the runner has stopped during the run', billed: false };
  expect(await run.ended).toEqual(lost);
  expect([runner.errors, await store.find(run.token)]).toEqual([[], lost]);
});

test('a tool that ignores its signal does not keep a repeatable run from being given back', async () => {
  await using door = await openTestDoor();
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = door.offer();
  const runner = pulling(door, () => (begun.resolve(), gate.promise), { idempotent: true });
  await begun.promise;
  await runner.stop();
  expect((await run.ended).status).toBe('not_taken');
  gate.resolve();
});
