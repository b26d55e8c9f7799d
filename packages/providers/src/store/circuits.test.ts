import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, Prisma } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { readProviderStates } from './activity.ts';
import { type Circuits, createCircuits } from './circuits.ts';

let database: Database;
let circuits: Circuits;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await testDatabase();
  database = openTestDatabase({ url: test.url, poolMax: 2, applicationName: 'test' });
  circuits = createCircuits(database);
  drop = test.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

async function fail(provider: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await circuits.report(provider, 'failed');
}

const secondsOpen = async (provider: string): Promise<number> => {
  const [row] = await database.rows<{ seconds: number }>(
    Prisma.sql`SELECT extract(epoch FROM open_until - now())::float8 AS seconds FROM provider_circuit WHERE provider = ${provider}`,
  );
  return row?.seconds ?? 0;
};

const letPass = (provider: string): Promise<unknown> =>
  database.rows(
    Prisma.sql`UPDATE provider_circuit SET open_until = now() - interval '1 second' WHERE provider = ${provider} RETURNING 1`,
  );

test('five failures in a row open a circuit, and provider calls already in progress do not prolong it', async () => {
  await fail('a', 4);
  expect(await circuits.open()).not.toContain('a');
  await fail('a', 1);
  expect(await circuits.open()).toContain('a');
  await fail('a', 20);
  expect(await secondsOpen('a')).toBeLessThanOrEqual(30);
});

test('the next failure after the pause reopens the circuit for twice as long, and a success closes it', async () => {
  await fail('b', 5);
  await letPass('b');
  expect(await circuits.open()).not.toContain('b');
  await fail('b', 1);
  expect(await secondsOpen('b')).toBeGreaterThan(30);
  await circuits.report('b', 'ok');
  expect(await circuits.open()).not.toContain('b');
  await fail('b', 4);
  expect(await circuits.open()).not.toContain('b');
});

test('the time and the reason of the last failure stay after a success, and the call of an earlier release has none', async () => {
  const last = async () => (await readProviderStates(database)).get('e');
  await circuits.report('e', 'failed', 'a NUL \0, half \uD83D');
  expect(await last()).toMatchObject({ failures: 1, failure: 'a NUL , half \uFFFD' });
  await circuits.report('e', 'failed', 'x'.repeat(400));
  expect(await last()).toMatchObject({ failures: 2, failedAt: expect.any(Date), failure: 'x'.repeat(300) });
  await circuits.report('e', 'ok');
  expect(await last()).toMatchObject({ failures: 0, failedAt: expect.any(Date), failure: 'x'.repeat(300) });
  await database.rows(Prisma.sql`SELECT provider_circuit_report('e', false)::text`);
  expect(await last()).toMatchObject({ failures: 1, failedAt: expect.any(Date), failure: null });
});

test('failures of one provider do not affect another', async () => {
  await fail('c', 5);
  await fail('d', 1);
  expect([...(await circuits.open())]).not.toContain('d');
});
