/** Who is accepted at which version, whatever runs beside it. */
import { randomUUID } from 'node:crypto';
import { Prisma } from '@tollgate/db';
import { micros } from '@tollgate/kernel';
import { topUp } from '@tollgate/ledger';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ahead, type Fixture, openFixture, resizeAt, SEED } from '../testing/fixture.ts';

let prices: Fixture;
beforeEach(async () => {
  prices = await openFixture();
});
afterEach(async () => await prices[Symbol.asyncDispose]());

describe('an execution', () => {
  test('is accepted at the version in force, and at no other that is known', async () => {
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
    expect(await prices.accept(projectId, '2020-01-01.00000000')).toBe('accepted'); // of gateways of the last release
  });

  test('that is a replay is found at any version', async () => {
    const projectId = await prices.newProject();
    const idempotencyKey = randomUUID();
    expect(await prices.accept(projectId, SEED, { idempotencyKey })).toBe('accepted');
    await prices.begun((await prices.publish(resizeAt(120))).after.version);
    expect(await prices.accept(projectId, SEED, { idempotencyKey })).toBe('replayed');
  });

  test('at an old version takes nothing from those beside it', async () => {
    const projectId = await prices.newProject();
    const { after } = await prices.publish(resizeAt(120));
    await prices.begun(after.version);
    // One call: 1,000 are there, and each asks for 500.
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

test('no order of statements lets an old version be accepted after the new one', async () => {
  const projectId = await prices.newProject();
  await topUp(prices.database, { projectId, amountMicros: micros(1_000_000), reference: 'enough' });
  const { after } = await prices.publish(resizeAt(120));
  const deadline = Date.now() + 60_000;
  let latest: string[];
  // Both versions are asked for at once, again and again, until the new one is accepted.
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

describe('what a session remembers of prices', () => {
  const again = async (session: pg.Client, projectId: string, version: string): Promise<string> => {
    const { rows } = await session.query<Accepted>(ACCEPT, [randomUUID(), projectId, version]);
    return rows[0]!.outcomes[0];
  };

  test('ends with the first revision that somebody takes, and is not made while one is taken', async () => {
    const projectId = await prices.newProject();
    await using session = await openSession(prices.url);
    await using publisher = await openSession(prices.url);
    expect(await again(session, projectId, SEED)).toBe('accepted');
    expect(await again(session, projectId, SEED)).toBe('accepted'); // remembered
    const at = ahead(-1_000).toISOString();
    await publisher.query('BEGIN');
    await publisher.query('SELECT price_lock()');
    await publisher.query('SET LOCAL idle_in_transaction_session_timeout = 0'); // however slow this machine is
    // Another revision, so it is asked again; the lock is taken, so it is not remembered.
    await publisher.query(`SELECT price_table_publish('2026-11-22.0000beef', '{}', $1, 'ann')`, [at]);
    expect(await again(session, projectId, SEED)).toBe('accepted');
    await publisher.query('COMMIT');
    expect(await again(publisher, projectId, '2026-11-22.0000beef')).toBe('accepted');
    expect(await again(session, projectId, SEED)).toBe('price_version_mismatch');
  });

  test('ends when the table does', async () => {
    const projectId = await prices.newProject();
    await using session = await openSession(prices.url);
    await topUp(prices.database, { projectId, amountMicros: micros(1_000_000_000), reference: 'enough' });
    const [{ ends }] = (
      await session.query(`SELECT date_trunc('milliseconds', clock_timestamp() + '2 seconds') AS ends, price_lock()`)
    ).rows;
    await session.query(`SELECT price_table_publish('2026-11-22.0000beef', '{}', $1, 'ann')`, [ends]);
    const outcomes: [string, Date][] = [];
    // Nobody publishes meanwhile: only time goes by.
    do {
      const { rows } = await session.query<Accepted>(ACCEPT, [randomUUID(), projectId, SEED]);
      outcomes.push([rows[0]!.outcomes[0], rows[0]!.accepted_at]);
    } while (outcomes.at(-1)![1] < ends);
    expect(outcomes.at(-1)![0]).toBe('price_version_mismatch');
    expect(outcomes.filter(([outcome, at]) => (outcome === 'accepted') !== at < ends)).toEqual([]);
  });

  test('is of the list alone: terms of a project hold at once, and nobody else is held to them', async () => {
    const [projectId, other] = [await prices.newProject(), await prices.newProject()];
    await using session = await openSession(prices.url);
    for (const each of [projectId, other]) expect(await again(session, each, SEED)).toBe('accepted');
    await prices.begun((await prices.sell(projectId, 8_750)).after.version, 'project_price_terms');
    for (let turn = 0; turn < 3; turn++) {
      expect(await again(session, other, SEED)).toBe('accepted');
      expect(await again(session, projectId, SEED)).toBe('price_version_mismatch');
    }
  });
});

interface Accepted {
  readonly outcomes: readonly [string];
  readonly accepted_at: Date;
}

/** As a gateway accepts one, in a session of which the test knows what it has seen. */
const ACCEPT = `SELECT * FROM execution_accept_quoted(ARRAY[$1], ARRAY[$2], ARRAY['key_one'], ARRAY['key_one'], ARRAY[$1], ARRAY[repeat('ab', 32)],
  ARRAY['image-resize'], ARRAY[NULL], ARRAY[$3], ARRAY[0], ARRAY[1], ARRAY['image'], ARRAY[60], ARRAY[NULL]::float8[],
  '[[{"name": "resize", "engine": "image"}]]')`;

async function openSession(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
