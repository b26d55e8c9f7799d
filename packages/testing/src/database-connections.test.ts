/** Connections that are closed from outside at moments when no statement is running. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, Prisma, openDatabase } from '@farebox/db';
import { testDatabase, unheardErrors } from './index.ts';

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await testDatabase());
});
afterAll(() => drop());

const opened = (poolMax: number): Database => openDatabase({ url, poolMax, applicationName: 'test' });

/** Blocks this process as if it were paused: data from servers waits in its sockets. */
const stall = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a connection whose end arrives with its last response does not end the process', async () => {
  using unheard = unheardErrors();
  const [database, other] = [opened(1), opened(1)];
  const pid = await database.json<number>(Prisma.sql`SELECT to_json(pg_backend_pid())`);
  await other.ready(5_000);
  const slept = database.json(Prisma.sql`SELECT json_build_array(pg_sleep(0.5))`);
  // The transaction gets the connection in the turn in which it ended, before any listener is attached again.
  const next = database.transaction((transaction) => transaction.$queryRaw`SELECT 1`).catch((error: unknown) => error);
  const ended = other.json(Prisma.sql`SELECT json_build_array(pg_sleep(0.7), pg_terminate_backend(${pid}::integer))`);
  await expect.poll(() => database.connections()).toEqual({ active: 1, idle: 0, waiting: 1 });
  stall(1_000);
  expect(await Promise.all([slept, ended])).toEqual([[''], ['', true]]);
  expect(await next).toBeInstanceOf(Error);
  expect(await database.json(Prisma.sql`SELECT to_json(1)`)).toBe(1);
  expect(unheard.errors).toEqual([]);
  await Promise.all([database.close(), other.close()]);
});
