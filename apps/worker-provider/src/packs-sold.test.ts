/** Each pack from publishing to the receipt: the app as a process, a real database, and the API of the pack. */
import { mkdtempSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishForTest } from '@farebox/tools/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDeployment } from './testing/deployment.ts';
import { openPack, PACKS } from './testing/pack.ts';
import { quotedPack } from './testing/pack-shop.ts';

const LONG = { timeout: 120_000 };
const WAIT = { timeout: 60_000, interval: 100 };

const CHARGED: Readonly<Record<(typeof PACKS)[number], number>> = {
  queue: 25_000,
  predictions: 8_000,
  images: 40_000,
  speech: 1_500,
};

test('each pack is published, bought, called once and charged as it was quoted', LONG, async () => {
  const secrets = mkdtempSync(join(tmpdir(), 'farebox-packs-'));
  onTestFinished(() => rmSync(secrets, { recursive: true }));
  const packs = await Promise.all(PACKS.map(async (name) => ({ name, pack: await openPack(name) })));
  onTestFinished(async () => {
    for (const { pack } of packs) await pack[Symbol.asyncDispose]();
  });
  for (const { pack } of packs) cpSync(pack.env['FAREBOX_RUNNER_SECRETS_DIR']!, secrets, { recursive: true });
  await using deployment = await openDeployment({
    env: { FAREBOX_RUNNER_SECRETS_DIR: secrets, FAREBOX_RUNNER_HOSTS: '127.0.0.1' },
  });
  await deployment.start();
  for (const { name, pack } of packs) {
    const { version } = await publishForTest(deployment.database, pack.manifest);
    const id = await deployment.accept(quotedPack(pack.manifest, { version }));
    const execution = await vi.waitFor(async () => {
      const found = await deployment.get(id);
      expect(found.finishedAt).not.toBeNull();
      return found;
    }, WAIT);
    expect(execution).toMatchObject({ status: 'succeeded', chargedMicros: CHARGED[name] });
    expect(pack.begun()).toBe(1);
  }
  expect(await deployment.heldMicros()).toBe(0n);
  expect((await deployment.booked()).map(({ booked_micros: micros }) => micros).toSorted()).toEqual(
    [600n, 2_100n, 12_000n, 19_000n].toSorted(),
  );
});
