import type { Database } from '@farebox/db';
import { micros, newId } from '@farebox/kernel';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProject } from '../index.ts';
import { createKeyDirectory } from './directory.ts';
import { createKeyUses } from './uses.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
let server: TestDatabase;
let database: Database;
let statements = 0;
let broken = false;

beforeAll(async () => {
  server = await testDatabase();
  const opened = openTestDatabase({ url: server.appUrl, poolMax: 4, applicationName: 'uses-test' });
  database = {
    ...opened,
    rows: async (query) => {
      if (broken) throw new Error('the database is away');
      if (query.text.includes('api_key_used')) statements++;
      return await opened.rows(query);
    },
  };
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

async function newKey() {
  const admin = { subject: 'ann', name: 'Ann' };
  const { key, projectId } = await openProject(
    { database, pepper },
    { organization: 'O', name: 'P', admin, balanceMicros: micros(0n), environment: 'test', key: { name: 'k' } },
  );
  const found = await database.prisma.apiKey.findFirstOrThrow({ where: { projectId } });
  return { token: key, use: { projectId, keyId: found.id } };
}

const usedAt = async (use: { projectId: string; keyId: string }) =>
  (await database.prisma.apiKeyUse.findUnique({ where: { projectId_keyId: use } }))?.usedAt;

test('the lookup of a key notes its use, which is written later', async () => {
  const { token, use } = await newKey();
  const uses = createKeyUses(database);
  const directory = createKeyDirectory({ database, pepper, uses });
  expect(await directory.find(token)).not.toBeNull();
  await uses.flush();
  expect(await usedAt(use)).toBeInstanceOf(Date);
});

test('uses of a key within a minute are one write, over all gateways', async () => {
  const { use } = await newKey();
  let nowMs = 0;
  const [one, another] = [{ monotonicMs: () => nowMs }, { monotonicMs: () => nowMs }].map((clock) =>
    createKeyUses(database, clock),
  );
  statements = 0;
  for (; nowMs < 59_999; nowMs += 100) {
    one?.note(use);
    if (nowMs % 10_000 === 0) await one?.flush();
  }
  expect(statements).toBe(1);
  const soon = new Date(Date.now() + 3_600_000); // far enough that no minute passes even on a slow machine
  await database.prisma.apiKeyUse.update({ where: { projectId_keyId: use }, data: { usedAt: soon } });
  another?.note(use);
  await another?.flush();
  expect(await usedAt(use)).toEqual(soon);
  nowMs = 60_000;
  await database.prisma.apiKeyUse.update({ where: { projectId_keyId: use }, data: { usedAt: new Date(0) } });
  one?.note(use);
  await one?.flush();
  expect((await usedAt(use))?.getTime()).toBeGreaterThan(0); // the minute has passed in the process and in the database
});

test('a failed write of key uses fails no request, and the use is noted again', async () => {
  const { use } = await newKey();
  const uses = createKeyUses(database, { monotonicMs: () => 0 });
  broken = true;
  uses.note(use);
  await uses.flush();
  broken = false;
  expect(await usedAt(use)).toBeUndefined();
  uses.note(use);
  await uses.flush();
  expect(await usedAt(use)).toBeInstanceOf(Date);
});

test('the use of a key that no longer exists is ignored', async () => {
  const { use } = await newKey();
  const uses = createKeyUses(database);
  uses.note({ ...use, keyId: newId('key') });
  uses.note(use);
  await uses.flush();
  expect(await usedAt(use)).toBeInstanceOf(Date);
});
