/** Processes write that they are at work, and remove the row when they stop. */
import { runSql, testDatabase, type TestDatabase, openTestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceWork, readAtWork } from './at-work.ts';
import type { Database } from '../database.ts';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'at-work' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const seen = async () => (await readAtWork(database)).map(({ process, app }) => [process, app]);

test('a process is at work until it stops, and one that died is not', async () => {
  await runSql(
    server.url,
    `INSERT INTO process_at_work (process, app, host, seen_at) VALUES
       ('died', 'keeper', 'here', instant() - interval '4 minutes'), ('forgotten', 'keeper', 'here', instant() - interval '2 hours')`,
  );
  const failures: unknown[] = [];
  const stopping = new AbortController();
  const announced = announceWork(database, {
    process: 'keeper-1',
    app: 'keeper',
    signal: stopping.signal,
    logger: { warn: ({ err }) => failures.push(err) },
  });
  await expect.poll(async () => (expect(failures).toEqual([]), await seen())).toEqual([['keeper-1', 'keeper']]);
  const rows = await runSql<{ process: string }>(server.url, 'SELECT process FROM process_at_work ORDER BY process');
  expect(rows.map(({ process }) => process)).toEqual(['died', 'keeper-1']);
  stopping.abort();
  await announced;
  expect(await seen()).toEqual([]);
});
