import { randomUUID } from 'node:crypto';
import { soonerThan, type TestDatabase, testDatabase } from '@farebox/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queueSuite } from './port-suite.ts';
import { createPostgresQueue, preparePostgresQueue } from './postgres-queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Shorter than a test's own limit, whose error says less. */
const WAIT = { timeout: 50_000, interval: 50 };
const newSchema = () => `queue_${randomUUID().replaceAll('-', '')}`;

describe('the queue on PostgreSQL', () => {
  queueSuite(async () => {
    const schema = newSchema();
    await preparePostgresQueue(database.url, schema);
    return (options) => createPostgresQueue({ ...options, databaseUrl: database.url, schema });
  });

  test('many processes may prepare the schema at once, and repeatedly', async () => {
    const schema = newSchema();
    const prepare = () => preparePostgresQueue(database.url, schema);
    await expect(Promise.all([prepare(), prepare(), prepare(), prepare()])).resolves.toHaveLength(4);
    await expect(prepare()).resolves.toBeUndefined();
  });
});

describe('the queue on PostgreSQL, with the role of the apps', () => {
  queueSuite(async () => {
    await preparePostgresQueue(database.appUrl);
    await preparePostgresQueue(database.appUrl);
    return (options) => createPostgresQueue({ ...options, databaseUrl: database.appUrl });
  });
});

describe('a queue whose server is missing or unprepared', () => {
  const logger = { warn: () => {} };

  test('notify returns 0 within its time limit if no server responds', async () => {
    const queue = createPostgresQueue({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', logger, timeoutMs: 500 });
    const wakeUps = [{ projectId: 'proj_1', executionId: 'exe_1', epoch: 0 }];
    expect(await soonerThan(1000, queue.notify('image', wakeUps))).toBe(0);
    await queue.close();
  });

  test('a producer and a consumer that were opened before the schema exists begin to work once it does', async () => {
    const schema = newSchema();
    const queue = createPostgresQueue({ databaseUrl: database.url, schema, logger });
    const seen: string[] = [];
    queue.consume('image', { concurrency: 1 }, async (wakeUp) => void seen.push(wakeUp.executionId));
    expect(await queue.notify('image', [{ projectId: 'proj_1', executionId: 'exe_1', epoch: 0 }])).toBe(0);
    await preparePostgresQueue(database.url, schema);
    await vi.waitFor(async () => {
      await queue.notify('image', [{ projectId: 'proj_1', executionId: 'exe_1', epoch: 0 }]);
      expect(seen).toContain('exe_1');
    }, WAIT);
    await queue.close();
  });

  test('a consumer whose connections were terminated resumes automatically', async () => {
    const schema = newSchema();
    await preparePostgresQueue(database.url, schema);
    const queue = createPostgresQueue({ databaseUrl: database.url, schema, logger });
    const seen: string[] = [];
    queue.consume('image', { concurrency: 1 }, async (wakeUp) => void seen.push(wakeUp.executionId));
    await queue.notify('image', [{ projectId: 'proj_1', executionId: 'exe_1', epoch: 0 }]);
    await vi.waitFor(() => expect(seen).toEqual(['exe_1']), WAIT);
    await terminateOthers();
    await vi.waitFor(async () => {
      await queue.notify('image', [{ projectId: 'proj_1', executionId: 'exe_2', epoch: 0 }]);
      expect(seen).toContain('exe_2');
    }, WAIT);
    await queue.close();
  });
});

async function terminateOthers(): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}
