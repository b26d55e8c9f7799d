/** Accepts at price versions, concurrent with the publication of prices. */
import { randomUUID } from 'node:crypto';
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ahead, type Fixture, openFixture, resizeAt, SEED } from '../testing/fixture.ts';

let prices: Fixture;
beforeEach(async () => {
  prices = await openFixture();
});
afterEach(async () => await prices[Symbol.asyncDispose]());

describe('accepting', () => {
  test('an execution is accepted at the price version in force, and refused at any other known version', async () => {
    const projectId = await prices.newProject();
    const { after, before } = await prices.publish(resizeAt(120), { effectiveAt: ahead(3_600_000) });
    expect([before?.version, after.supersededAt]).toEqual([SEED, null]);
    expect([await prices.accept(projectId, SEED), await prices.accept(projectId, after.version)]).toEqual([
      'accepted',
      'price_version_mismatch',
    ]);
    await prices.begun(after.version);
    expect([await prices.accept(projectId, SEED), await prices.accept(projectId, after.version)]).toEqual([
      'price_version_mismatch',
      'accepted',
    ]);
    expect(await prices.accept(projectId, '2020-01-01.00000000')).toBe('accepted'); // a version of an older gateway
  });

  test('a replay is found at any price version', async () => {
    const projectId = await prices.newProject();
    const idempotencyKey = randomUUID();
    expect(await prices.accept(projectId, SEED, { idempotencyKey })).toBe('accepted');
    await prices.begun((await prices.publish(resizeAt(120))).after.version);
    expect(await prices.accept(projectId, SEED, { idempotencyKey })).toBe('replayed');
  });

  test('a request at an old price version takes no balance from the requests accepted with it', async () => {
    const projectId = await prices.newProject();
    const { after } = await prices.publish(resizeAt(120));
    await prices.begun(after.version);
    // One function call: the balance is 1,000, and each request needs 500.
    const versions = [SEED, after.version, SEED, SEED, after.version, after.version];
    const outcomes = await Promise.all(
      versions.map((version) => prices.accept(projectId, version, { maximumMicros: micros(500) })),
    );
    expect(outcomes).toEqual([
      'price_version_mismatch',
      'accepted',
      'price_version_mismatch',
      'price_version_mismatch',
      'accepted',
      'insufficient_balance',
    ]);
    const [account] = await prices.database.rows<{ held_micros: bigint }>(
      Prisma.sql`SELECT held_micros FROM ledger_account WHERE project_id = ${projectId}`,
    );
    expect(account?.held_micros).toBe(1_000n);
  });
});

test('no interleaving accepts an old price version after the new one', async () => {
  const projectId = await prices.newProject();
  await topUp(prices.database, { projectId, amountMicros: micros(1_000_000), reference: 'enough' });
  const { after } = await prices.publish(resizeAt(120));
  const deadline = Date.now() + 60_000;
  let latest: string[];
  // Sends requests at both versions concurrently until the new one is accepted.
  do {
    latest = await Promise.all(
      [SEED, after.version].map((version) => prices.accept(projectId, version, { maximumMicros: micros(10) })),
    );
  } while (latest[1] !== 'accepted' && Date.now() < deadline);
  expect(await prices.accept(projectId, SEED, { maximumMicros: micros(10) })).toBe('price_version_mismatch');
  const rows = await prices.database.rows<{ price_version: string; created_at: Date }>(
    Prisma.sql`SELECT price_version, created_at FROM execution WHERE project_id = ${projectId}`,
  );
  const at = (version: string) =>
    rows.filter((row) => row.price_version === version).map((row) => row.created_at.getTime());
  expect(at(after.version).length).toBeGreaterThan(0);
  expect(Math.max(0, ...at(SEED))).toBeLessThanOrEqual(Math.min(...at(after.version)));
});
