/** Keys of runners that ask for work themselves. */
import type { Database } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findRunnerKey,
  type FoundRunnerKey,
  issueRunnerKey,
  type IssueRunnerKey,
  listRunnerKeys,
  revokeRunnerKey,
  RUNNER_KEYS_MAX,
} from '../index.ts';
import { issueKeyForTest, publishPullTool, PULL_RUNNER, secretForTest } from '../testing/pull.ts';
import { manifestOf, publishForTest } from '../testing/publish.ts';

const TOOL = 'acme-read-text';
let server: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeEach(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 6, applicationName: 'runner-keys-test' });
  await publishPullTool(database);
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const revoke = (tool: string, id: string) =>
  database.transaction((transaction) => revokeRunnerKey(transaction, tool, id));

test('a key is found by its public id until it is revoked, and stays revoked', async () => {
  const secret = secretForTest();
  const issued: IssueRunnerKey = { tool: TOOL, name: 'gpu-1', by: 'ann', secret };
  const key = await database.transaction((transaction) => issueRunnerKey(transaction, issued));
  expect(key).toMatchObject({ tool: TOOL, name: 'gpu-1', createdBy: 'ann', revokedAt: null, lastAskedAt: null });
  const found: FoundRunnerKey | null = await findRunnerKey(database, secret.publicId);
  expect(found).toMatchObject({ id: key.id, tool: TOOL });
  expect([...(found?.secretHmac ?? [])]).toEqual([...secret.secretHmac]);
  const { before, after } = await revoke(TOOL, key.id);
  expect([before.revokedAt, after.revokedAt]).toEqual([null, expect.any(Date)]);
  expect(await findRunnerKey(database, secret.publicId)).toBeNull();
  expect((await revoke(TOOL, key.id)).after).toEqual(after);
  expect(await listRunnerKeys(database, TOOL)).toEqual([after]);
});

test('a key of another tool, and one that does not exist, are not found', async () => {
  await publishPullTool(database, 'acme-other');
  const key = await issueKeyForTest(database);
  for (const [tool, id] of [
    ['acme-other', key.id],
    [TOOL, 'rkey_0'],
  ] as const)
    await expect(revoke(tool, id)).rejects.toMatchObject({ message: 'not_found', details: { missing: 'key' } });
  expect(await listRunnerKeys(database, 'acme-other')).toEqual([]);
  await expect(issueKeyForTest(database, 'acme-none')).rejects.toMatchObject({ details: { missing: 'tool' } });
});

test('a tool gets a key only if a version of kind pull is published, which need not be the active one', async () => {
  const name = 'acme-by-url';
  await publishForTest(database, manifestOf(name));
  await expect(issueKeyForTest(database, name)).rejects.toMatchObject({
    message: 'invalid_request',
    details: { fields: { '': expect.stringMatching(/no published version .+ kind pull.+publish a manifest/) } },
  });
  expect(await listRunnerKeys(database, name)).toEqual([]);
  await publishForTest(database, manifestOf(name, { runner: PULL_RUNNER }), { activate: false });
  expect((await issueKeyForTest(database, name)).tool).toBe(name);
});

test('a tool has at most 20 keys, also if they are issued at the same time, and a revoked one makes room', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: RUNNER_KEYS_MAX + 2 }, (_, n) => issueKeyForTest(database, TOOL, `gpu-${n}`)),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.map((each) => ((each as PromiseRejectedResult).reason as Error).message)).toEqual([
    'invalid_request',
    'invalid_request',
  ]);
  const [last] = await listRunnerKeys(database, TOOL);
  await revoke(TOOL, last?.id ?? '');
  expect((await issueKeyForTest(database)).tool).toBe(TOOL);
});
