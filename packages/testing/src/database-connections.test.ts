/** Connections that are ended from outside at the moments at which no statement is there to be told. */
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

/** Nothing of this process runs meanwhile, as if it were paused: what servers send waits in its sockets. */
const stall = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a connection whose end is read together with the last response before it ends no process', async () => {
  using unheard = unheardErrors();
  const [database, other] = [opened(1), opened(1)];
  const pid = await database.json<number>(Prisma.sql`SELECT to_json(pg_backend_pid())`);
  await other.ready(5_000);
  const slept = database.json(Prisma.sql`SELECT json_build_array(pg_sleep(0.5))`);
  // It gets the connection in the same turn in which that one has ended, before anybody listens to it again.
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
