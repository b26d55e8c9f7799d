/** A project that is created without a session: completely or not at all, and recorded in the audit log. */
import { resolve } from 'node:path';
import { type Entry, PLATFORM, readEntries, verifyChain } from '@farebox/audit-log';
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { type Ended, openTestDatabase, startProcess, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyDirectory, openProject } from '../index.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
const PROGRAM = resolve(import.meta.dirname, 'main.ts');
let server: TestDatabase;
let database: Database;

beforeEach(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'open-project-test' });
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const ORDER = {
  organization: 'Lighthouse',
  name: 'Web shop',
  admin: { subject: 'oidc|olga', name: 'Olga' },
  balanceMicros: micros(7_000_000n),
  environment: 'live',
  key: { name: 'first' },
} as const;

/** Returns the entries, oldest first, and asserts that the chain verifies. */
async function told(chain: string): Promise<readonly Entry[]> {
  const entries = await readEntries(database, { chain, limit: 10 });
  expect(await verifyChain(database, chain)).toMatchObject({ sound: entries.length, problem: null });
  return entries.toReversed();
}

/** Runs `farebox-project` with these arguments, under the database role of the apps. */
const run = (args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  startProcess({
    command: [process.execPath, PROGRAM, ...args],
    env: { DATABASE_URL: server.appUrl, FAREBOX_KEY_PEPPER: pepper, ...settings },
    stderr: 'keep',
  }).ended;

test('each act has an entry in the chain of the organization, with the name of the program and without the key', async () => {
  const { organizationId, projectId, memberId, key } = await openProject(
    { database, pepper },
    { ...ORDER, program: 'p' },
  );
  const entries = await told(organizationId);
  expect(entries).toMatchObject([
    { act: 'organization.create', projectId: null, target: organizationId, after: { name: 'Lighthouse' } },
    { act: 'project.create', projectId, target: projectId, after: { environment: 'live', admin: 'oidc|olga' } },
    {
      act: 'balance.top_up',
      target: projectId,
      before: { availableMicros: 0 },
      after: { availableMicros: 7_000_000, amountMicros: 7_000_000, reference: `opening-${projectId}` },
    },
    { act: 'key.issue', projectId, after: { name: 'first', memberId } },
  ]);
  expect(new Set(entries.map(({ actor }) => JSON.stringify(actor)))).toEqual(
    new Set([JSON.stringify({ kind: 'system', subject: 'p' })]),
  );
  expect(JSON.stringify(entries)).not.toContain(key);
  expect(await createKeyDirectory({ database, pepper }).find(key)).toMatchObject({ project: { id: projectId } });
});

test('a failure in the last step leaves nothing: no organization, no money, no entry', async () => {
  const order = { ...ORDER, key: { name: '' } };
  await expect(openProject({ database, pepper }, order)).rejects.toThrow('a key has a name');
  const { prisma } = database;
  const told = await prisma.auditLog.count({ where: { chain: { not: PLATFORM } } });
  expect([await prisma.organization.count(), await prisma.project.count(), told]).toEqual([0, 0, 0]);
});

test('`farebox-project` is recorded under its name, and gives a live project no more than one operator may give', async () => {
  const settings = { FAREBOX_SECOND_OPERATOR_USD: '5' };
  const above = await run(['--name', 'Shop', '--balance-usd', '6'], settings);
  expect([above.code, above.stderr]).toEqual([1, expect.stringContaining('FAREBOX_SECOND_OPERATOR_USD')]);
  expect(await database.prisma.organization.count()).toBe(0);

  const { code, stdout, stderr } = await run(['--name', 'Shop', '--balance-usd', '5'], settings);
  expect(code, stderr).toBe(0);
  const { organizationId } = JSON.parse(stdout) as { readonly organizationId: string };
  const actor = { kind: 'system', subject: 'farebox-project' };
  expect(await told(organizationId)).toMatchObject(Array(4).fill({ actor }));
  expect((await run(['--name', 'Play', '--balance-usd', '6', '--test'], settings)).code).toBe(0);
  expect((await run(['--name', 'More', '--balance-usd', '6'])).code).toBe(0);
});
