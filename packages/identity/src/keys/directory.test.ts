import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { type Database, Prisma } from '@farebox/db';
import { newId } from '@farebox/kernel';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyDirectory, issueKey, type KeyDirectory, revokeKey, rotateKey } from '../index.ts';
import { KEYS_OF_PROJECT_MAX } from './identity.ts';
import { newToken } from './token.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
const project = { id: newId('project'), otherId: newId('project'), memberId: newId('member') };
let server: TestDatabase;
let database: Database;
let queries = 0;
/** Delays a query until the test admits it. */
let admitted: (query: Prisma.Sql) => Promise<void> = async () => {};
let nowMs = 0;
let directory: KeyDirectory;

beforeAll(async () => {
  server = await testDatabase();
  const opened = openTestDatabase({ url: server.url, poolMax: 4, applicationName: 'keys-test' });
  database = {
    ...opened,
    rows: async (query) => {
      queries++;
      await admitted(query);
      return await opened.rows(query);
    },
  };
  const organizationId = newId('organization');
  await database.prisma.organization.create({ data: { id: organizationId, name: 'Org' } });
  for (const id of [project.id, project.otherId]) {
    await database.prisma.project.create({ data: { id, organizationId, name: 'Project' } });
  }
  await database.prisma.member.create({
    data: { id: project.memberId, projectId: project.id, subject: 's', name: 'Member', role: 'MEMBER' },
  });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(() => {
  queries = 0;
  nowMs = 0;
  directory = createKeyDirectory({ database, pepper, clock: { now: () => new Date(), monotonicMs: () => nowMs } });
});

async function issue(expiresAt?: Date | null) {
  const request = { projectId: project.id, memberId: project.memberId, name: 'k', scopes: ['tools:read'] as const };
  const issued = await issueKey(
    { database, pepper },
    { ...request, ...(expiresAt === undefined ? {} : { expiresAt }) },
  );
  if (issued === null) throw new Error('not issued');
  queries = 0; // counts only queries of the directory
  return issued;
}

test('an active key is found with its member, project and organization', async () => {
  const { token, key } = await issue();
  expect(await directory.find(token)).toMatchObject({
    key: { id: key.id, lineage: key.id, scopes: ['tools:read'] },
    member: { id: project.memberId, role: 'MEMBER' },
    project: { id: project.id, executionEnabled: true, monthlyCapMicros: 100_000_000n },
  });
});

test('the key itself is stored nowhere: the database has only its HMAC', async () => {
  const { token } = await issue();
  const [row] = await database.rows<{ line: string }>(
    Prisma.sql`SELECT string_agg(k::text, ',') AS line FROM api_key k`,
  );
  expect(row?.line).not.toContain(token.split('_')[3]);
});

test('by default a key expires after one year, by the clock of the database', async () => {
  const { key } = await issue();
  const days = ((key.expiresAt?.getTime() ?? 0) - key.createdAt.getTime()) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(365);
  expect(days).toBeLessThanOrEqual(366);
});

test('malformed keys cause no query', async () => {
  const { token } = await issue();
  expect(await directory.find(`${token.slice(0, -1)}_`)).toBeNull();
  expect(await directory.find('nonsense')).toBeNull();
  expect(queries).toBe(0);
});

test('a correct public id with a wrong secret is refused', async () => {
  const [mine, stranger] = [await issue(), newToken('live')];
  const publicId = mine.token.split('_')[2] as string;
  await database.prisma.apiKey.update({ where: { publicId }, data: { publicId: stranger.publicId } });
  expect(await directory.find(stranger.text)).toBeNull();
});

test('with another pepper every key is refused', async () => {
  const { token } = await issue();
  const other = createKeyDirectory({ database, pepper: 'another-pepper-of-32-characters-xx' });
  expect(await other.find(token)).toBeNull();
});

test('a pepper beside another accepts the keys of both, and a used key moves under the first', async () => {
  const [{ token, key }, next] = [await issue(), 'the-next-pepper-of-32-characters-x'];
  const beside = (peppers: string) => createKeyDirectory({ database, pepper: peppers });
  const hmac = async () => (await database.prisma.apiKey.findFirst({ where: { id: key.id } }))?.secretHmac;
  const before = await hmac();
  expect(await beside(`${pepper},${next}`).find(token)).not.toBeNull();
  expect(await hmac()).toEqual(before);
  expect(await beside(`${next},${pepper}`).find(token)).not.toBeNull();
  await expect.poll(hmac).not.toEqual(before);
  expect(await beside(next).find(token)).not.toBeNull();
  expect(await beside(pepper).find(token)).toBeNull();
  expect(await beside(`${pepper},${next}`).find(token)).not.toBeNull();
});

test('requests of the same moment and of the next 900 ms share one query, even if they are refused', async () => {
  const { token } = await issue();
  const unknown = newToken('live').text;
  await Promise.all([token, token, unknown, unknown].map((each) => directory.find(each)));
  expect(queries).toBe(1);
  nowMs = 899;
  expect(await directory.find(token)).not.toBeNull();
  expect(await directory.find(unknown)).toBeNull();
  expect(queries).toBe(1);
  nowMs = 900;
  await directory.find(token);
  expect(queries).toBe(2);
});

test('a revoked key is refused once its cached lookup is older than 900 ms', async () => {
  const { token, key } = await issue();
  expect(await directory.find(token)).not.toBeNull();
  await revokeKey({ database }, { projectId: project.id, keyId: key.id });
  nowMs = 900;
  expect(await directory.find(token)).toBeNull();
});

test('an expired key is refused', async () => {
  const { token } = await issue(new Date(Date.now() - 1_000));
  expect(await directory.find(token)).toBeNull();
});

test('rotation keeps the lineage, and both keys work during the overlap', async () => {
  const first = await issue();
  const second = await rotateKey({ database, pepper }, { projectId: project.id, keyId: first.key.id, overlapDays: 7 });
  expect((await directory.find(second?.token ?? ''))?.key.lineage).toBe(first.key.id);
  expect(await directory.find(first.token)).not.toBeNull();
});

test('without an overlap the rotated key ends at once', async () => {
  const first = await issue();
  await rotateKey({ database, pepper }, { projectId: project.id, keyId: first.key.id, overlapDays: 0 });
  expect(await directory.find(first.token)).toBeNull();
});

test('rotation never prolongs the old key', async () => {
  const soon = new Date(Date.now() + 60_000);
  const { key } = await issue(soon);
  await rotateKey({ database, pepper }, { projectId: project.id, keyId: key.id, overlapDays: 7 });
  expect((await database.prisma.apiKey.findFirst({ where: { id: key.id } }))?.expiresAt).toEqual(soon);
});

test('keys of another project can be neither issued, rotated nor revoked', async () => {
  const { key } = await issue();
  const projectId = project.otherId;
  const request = { projectId, memberId: project.memberId, name: 'k', scopes: [] };
  expect(await issueKey({ database, pepper }, request)).toBeNull();
  expect(await rotateKey({ database, pepper }, { projectId, keyId: key.id, overlapDays: 0 })).toBeNull();
  expect(await revokeKey({ database }, { projectId, keyId: key.id })).toBeNull();
});

test('the history of a key records each change and its actor once, and cannot be changed', async () => {
  const actorMemberId = project.memberId;
  const { key } = await issue();
  const next = await rotateKey(
    { database, pepper },
    { projectId: project.id, keyId: key.id, overlapDays: 1, actorMemberId },
  );
  for (let time = 0; time < 2; time++) {
    await revokeKey({ database }, { projectId: project.id, keyId: key.id, actorMemberId });
  }
  const history = (keyId: string) =>
    database.rows(
      Prisma.sql`SELECT action, actor_member_id AS actor FROM api_key_event WHERE key_id = ${keyId} ORDER BY id`,
    );
  expect(await history(key.id)).toEqual([
    { action: 'issued', actor: null },
    { action: 'replaced', actor: actorMemberId },
    { action: 'revoked', actor: actorMemberId },
  ]);
  expect(await history(next?.key.id ?? '')).toEqual([{ action: 'issued', actor: actorMemberId }]);
  await expect(database.prisma.$executeRaw`DELETE FROM api_key_event`).rejects.toThrow('append-only');
});

test('a secret is compared in constant time, even if the public id is correct', async () => {
  const compared: number[] = [];
  const { timingSafeEqual } = crypto;
  crypto.timingSafeEqual = (a, b) => {
    compared.push(a.byteLength, b.byteLength);
    return timingSafeEqual(a, b);
  };
  syncBuiltinESMExports();
  try {
    const { token } = await issue();
    expect(await directory.find(token)).not.toBeNull();
    expect(compared).toEqual([32, 32]); // the full length of both digests
  } finally {
    crypto.timingSafeEqual = timingSafeEqual;
    syncBuiltinESMExports();
  }
});

test('a known key is looked up while guesses fill their lane and its queue', async () => {
  const { token } = await issue();
  expect(await directory.find(token)).not.toBeNull();
  nowMs = 1_000; // its cached lookup has expired
  const { promise, resolve } = Promise.withResolvers<void>();
  const publicId = token.split('_')[2] as string;
  admitted = async (query) => (JSON.stringify(query.values).includes(publicId) ? undefined : await promise);
  const guesses = Array.from({ length: 6_000 }, () => directory.find(newToken('live').text).catch(() => 'busy'));
  await expect(directory.find(token)).resolves.not.toBeNull();
  resolve();
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([null, 'busy']));
  admitted = async () => {};
});

test('concurrent requests cannot exceed the maximum number of active keys of a project', async () => {
  const organizationId = newId('organization');
  const projectId = newId('project');
  await database.prisma.organization.create({ data: { id: organizationId, name: 'Org' } });
  await database.prisma.project.create({ data: { id: projectId, organizationId, name: 'Full' } });
  const memberId = newId('member');
  await database.prisma.member.create({
    data: { id: memberId, projectId, subject: 's', name: 'Member', role: 'MEMBER' },
  });
  const one = () => issueKey({ database, pepper }, { projectId, memberId, name: 'k', scopes: [] });
  for (let made = 0; made < KEYS_OF_PROJECT_MAX - 1; made++) await one();
  const outcomes = await Promise.allSettled([one(), one(), one()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(one()).rejects.toMatchObject({ message: 'too_many_keys', details: { keysMax: KEYS_OF_PROJECT_MAX } });
  const [key] = await database.prisma.apiKey.findMany({ where: { projectId }, take: 1 });
  await revokeKey({ database }, { projectId, keyId: key?.id ?? '' });
  expect(await one()).not.toBeNull();
});
