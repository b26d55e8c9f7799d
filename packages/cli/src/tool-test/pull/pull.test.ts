/** `farebox tool test` finds each fault that a pull runner can have, says no more than that, and finds nothing in a sound one. */
import { createRunner, pull, type Run } from '@farebox/runner';
import { readForTest } from '@farebox/tools/testing';
import { expect, test } from 'vitest';
import { openPullRunner, PULL_SEEDS, PULL_VARIANTS } from '../../testing/faulty-pull.ts';
import { faultsOf, frameManifest, PNG } from '../../testing/frame-tool.ts';
import type { FaultId } from '../faults.ts';
import { testPullRunner } from '../tool-test.ts';
import { openPullDoor } from './door.ts';

const TOOL = readForTest(
  frameManifest({ runner: { kind: 'pull', idempotent: true, maxRuntimeSeconds: 60, concurrency: 2 } }),
);
const LEASE_SECONDS = 3;

/** A short limit only where waiting is the fault: a busy machine is slow too. A cancelled run waits for its file longer. */
const secondsFor = (fault?: FaultId) => ({
  startSeconds: fault === 'slow' || fault === 'cancel' ? 2 : 20,
  repeatSeconds: fault === 'lost' ? 2 : 35,
});

test('the runner of the package has no fault', async () => {
  await using door = await openPullDoor(LEASE_SECONDS);
  const work = async ({ file, outputs }: Run) => {
    await file('/source').bytes();
    await outputs[0]?.put(PNG);
    return { result: { ok: true }, units: 2 };
  };
  const errors: unknown[] = [];
  const runner = createRunner({ tools: { 'acme-frame': work }, onError: (error) => errors.push(error) });
  const controller = new AbortController();
  const pulled = pull(runner, {
    url: door.url,
    key: door.key,
    idempotent: true,
    graceMs: 0,
    signal: controller.signal,
  });
  const report = await testPullRunner(TOOL, door, secondsFor());
  controller.abort();
  await pulled;
  expect(report).toMatchObject({ found: [], cases: [{ end: { status: 'succeeded' }, units: 2, sizeBytes: 57_206 }] });
});

test('a runner that was written from the page alone has no fault', async () => {
  await using door = await openPullDoor(LEASE_SECONDS);
  await using _ = openPullRunner(door);
  expect(await testPullRunner(TOOL, door, secondsFor())).toMatchObject({ kind: 'pull', found: [] });
});

const CASES = [...(Object.entries(PULL_SEEDS) as [FaultId, object][]), ...PULL_VARIANTS];

test.for(CASES)('exactly the seeded fault is found: %s %j', async ([fault, seed]) => {
  await using door = await openPullDoor(LEASE_SECONDS);
  await using _ = openPullRunner(door, seed);
  expect(faultsOf(await testPullRunner(TOOL, door, secondsFor(fault)))).toEqual([fault]);
});
