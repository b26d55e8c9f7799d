/** Classifies errors that a real server raises, through Prisma and through the driver: outage, refusal, or neither. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, Prisma, isStatementError, isUnavailable, openDatabase } from '@farebox/db';
import { testDatabase } from './index.ts';

let url: string;
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await testDatabase());
  database = openDatabase({ url, poolMax: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '${state}'; END $$`;

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

/** The error as both APIs of `Database` report it. */
async function raised(sql: string): Promise<readonly unknown[]> {
  await using driver = await connected();
  const byDriver = await errorOf(driver.client.query(sql));
  return [byDriver, await errorOf(database.prisma.$executeRaw(Prisma.raw(sql)))];
}

async function connected() {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

const AWAY =
  '08000 08006 25006 28P01 3D000 40001 40P01 53000 53100 53200 53300 53400 55P03 57014 57P01 57P03 57P05 58000 58030';

test.each(AWAY.split(' '))('%s is an outage and not a refusal', async (state) => {
  for (const error of await raised(raise(state))) {
    expect([isUnavailable(error), isStatementError(error)]).toEqual([true, false]);
  }
});

test.each(['22003', '22P05', '23001', '23503', '23505', '23514', '54000'])('%s is a refusal', async (state) => {
  for (const error of await raised(raise(state))) {
    expect([isUnavailable(error), isStatementError(error)]).toEqual([false, true]);
  }
});

test.each(['42501', '42883', '42P01', 'P0001', 'XX000'])('%s is a bug: neither outage nor refusal', async (state) => {
  for (const error of await raised(raise(state))) {
    expect([isUnavailable(error), isStatementError(error)]).toEqual([false, false]);
  }
});

test.each([
  ['a read-only transaction', 'BEGIN READ ONLY; CREATE TABLE staged (id integer)'],
  ['an end by the administrator', 'SELECT pg_terminate_backend(pg_backend_pid())'],
])('%s, as the server reports it, is an outage', async (_, sql) => {
  for (const error of await raised(sql)) expect(isUnavailable(error)).toBe(true);
});

test('a statement that takes too long is an outage', async () => {
  const hasty = openDatabase({ url, poolMax: 1, applicationName: 'test', statementTimeoutMs: 50 });
  const sleeping = Prisma.sql`SELECT json_build_array(pg_sleep(5))::text AS slept`;
  expect(isUnavailable(await errorOf(hasty.rows(sleeping)))).toBe(true);
  expect(isUnavailable(await errorOf(hasty.json(sleeping)))).toBe(true);
  await hasty.close();
});

test('an unreachable server, or one slower than the time limit, is an outage', async () => {
  const nobody = openDatabase({ url: 'postgres://127.0.0.1:1/none', poolMax: 1, applicationName: 'test' });
  const errors = [await errorOf(nobody.rows(Prisma.sql`SELECT 1`)), await errorOf(database.ready(0))];
  expect(errors.map(isUnavailable)).toEqual([true, true]);
  await nobody.close();
});

test('a bug in Farebox is not an outage', () => {
  const error = new TypeError('Do not know how to serialize a BigInt');
  expect([isUnavailable(error), isStatementError(error)]).toEqual([false, true]);
});
