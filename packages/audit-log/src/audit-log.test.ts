import type { Database, Transaction } from '@farebox/db';
import { openTestDatabase, runSql, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendEntry, findReplay, lockChain, type NewEntry, readChains, readEntries, verifyChain } from './index.ts';

let server: TestDatabase;
/** With the database role of the apps. */
let database: Database;
let chain: string;
let chains = 0;

beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 4, applicationName: 'audit-log-test' });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(() => {
  chain = `org_${++chains}`;
});

const entry = (more: Partial<NewEntry> = {}): NewEntry => ({
  chain,
  actor: { kind: 'member', subject: 'ann' },
  act: 'key.revoke',
  projectId: 'proj_1',
  target: 'key_1',
  before: { revokedAt: null, 'ä"\\': [1.5, true, null] },
  after: { revokedAt: '2026-11-22T00:00:00.000Z' },
  reason: 'it leaked',
  requestId: 'req_1',
  replay: null,
  ...more,
});

const append = (more?: Partial<NewEntry>): Promise<void> =>
  database.transaction((transaction) => appendEntry(transaction, entry(more)));

async function appended(count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await append({ target: `key_${at}` });
}

/** Changes rows as the owner of the database, with triggers disabled. */
const tamper = (...statements: readonly string[]): Promise<unknown> =>
  runSql(server.url, ['SET session_replication_role = replica', ...statements].join('; '));

describe('chains', () => {
  test('the entries of a chain are listed newest first, in pages', async () => {
    await appended(3);
    const [newest, older] = await readEntries(database, { chain, limit: 2 });
    const { replay: _, ...kept } = entry({ target: 'key_3' });
    expect(newest).toMatchObject({ ...kept, number: 3 });
    expect(older).toMatchObject({ number: 2, target: 'key_2' });
    expect(await readEntries(database, { chain, before: 2, limit: 2 })).toMatchObject([{ number: 1 }]);
    expect(await readEntries(database, { chain, projectId: 'proj_2', limit: 2 })).toEqual([]);
  });

  test('an unchanged chain of several pages verifies', async () => {
    await runSql(
      server.appUrl,
      `INSERT INTO audit_log (chain, actor_kind, actor, act, target, after)
       SELECT '${chain}', 'system', 'test', 'key.issue', 'key_' || n, jsonb_build_object('n', n) FROM generate_series(1, 2500) AS n`,
    );
    const found = await verifyChain(database, chain);
    expect(found).toMatchObject({ sound: 2500, problem: null, head: { number: 2500 } });
    const [newest] = await readEntries(database, { chain, limit: 1 });
    expect(found.head).toEqual({ chain, number: 2500, hash: newest?.hash });
  });

  test('a chain without entries verifies', async () => {
    expect(await verifyChain(database, chain)).toMatchObject({ sound: 0, problem: null });
  });

  test.each([
    ["actor = 'bob'"],
    ["actor_kind = 'operator'"],
    ["act = 'key.issue'"],
    ["at = at + interval '1 millisecond'"],
    ['project = NULL'],
    ["target = 'key_9'"],
    ["before = '{}'"],
    ['after = NULL'],
    ["reason = ''"],
    ['request_id = NULL'],
    ["idempotency_key = '12345678', body_sha256 = sha256(''), response = '{}'"],
    ["hash = sha256('')"],
    ["previous_hash = sha256('')"],
  ])('verification names an entry that was altered by %s', async (change) => {
    await appended(3);
    await tamper(`UPDATE audit_log SET ${change} WHERE chain = '${chain}' AND number = 2`);
    expect((await verifyChain(database, chain)).problem).toEqual({ number: 2, kind: 'altered' });
  });

  test('verification names the first missing entry: at the beginning, between others, or at the end', async () => {
    for (const number of [1, 2, 3]) {
      chain = `${chain}_${number}`;
      await appended(3);
      await tamper(`DELETE FROM audit_log WHERE chain = '${chain}' AND number = ${number}`);
      expect((await verifyChain(database, chain)).problem).toEqual({ number, kind: 'missing' });
    }
  });

  test('an exported head reveals a chain that was rewritten, or cut off together with its head', async () => {
    await appended(3);
    const { head } = await verifyChain(database, chain);
    const third = `chain = '${chain}' AND number = 3`;
    await tamper(
      `DELETE FROM audit_log WHERE ${third}`,
      `UPDATE audit_log_head AS h SET number = 2, hash = l.hash FROM audit_log AS l WHERE h.chain = l.chain AND l.chain = '${chain}' AND l.number = 2`,
    );
    expect((await verifyChain(database, chain)).problem).toBeNull();
    expect((await verifyChain(database, chain, head)).problem).toEqual({ number: 3, kind: 'missing' });
    await append({ target: 'another key' });
    expect((await verifyChain(database, chain)).problem).toBeNull();
    expect((await verifyChain(database, chain, head)).problem).toEqual({ number: 3, kind: 'altered' });
  });
});

describe('chain heads', () => {
  const changeHead = (change: string) => tamper(`UPDATE audit_log_head SET ${change} WHERE chain = '${chain}'`);

  test('a head that does not match the last entry names that entry', async () => {
    await appended(3);
    await changeHead("hash = sha256('')");
    expect((await verifyChain(database, chain)).problem).toEqual({ number: 3, kind: 'altered' });
  });

  test('a head that was reset or removed names the first entry beyond it', async () => {
    await appended(3);
    await changeHead(`number = 1, hash = (SELECT hash FROM audit_log WHERE chain = '${chain}' AND number = 1)`);
    expect(await verifyChain(database, chain)).toMatchObject({ sound: 1, problem: { number: 2, kind: 'altered' } });
    await tamper(`DELETE FROM audit_log_head WHERE chain = '${chain}'`);
    expect((await verifyChain(database, chain)).problem).toEqual({ number: 1, kind: 'altered' });
  });
});

describe('all chains', () => {
  const every = async (limit: number): Promise<string[]> => {
    const found: string[] = [];
    for (;;) {
      const page = await readChains(database, { before: found.at(-1), limit });
      if (page.length === 0) return found;
      found.push(...page);
    }
  };

  test('all chains are listed once, in pages, even if their head or all their entries were removed', async () => {
    const [whole, headless, emptied] = ['whole', 'headless', 'emptied'].map((name) => `${chain}_${name}`);
    for (const each of [whole, headless, emptied]) await append({ chain: each ?? '' });
    await append({ chain: headless ?? '' });
    await tamper(
      `DELETE FROM audit_log_head WHERE chain = '${headless}'`,
      `DELETE FROM audit_log WHERE chain = '${emptied}'`,
    );
    const found = await every(2);
    expect(found).toEqual(found.toSorted().toReversed());
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining([whole, headless, emptied]));
    expect(await every(1_000)).toEqual(found);
    expect((await verifyChain(database, emptied ?? '')).problem).toEqual({ number: 1, kind: 'missing' });
  });
});

describe('the database', () => {
  test.each([
    ["UPDATE audit_log SET actor = 'bob'"],
    ['DELETE FROM audit_log'],
    ['TRUNCATE audit_log'],
    ["UPDATE audit_log_head SET hash = sha256('')"],
    ["INSERT INTO audit_log_head VALUES ('mine', 7, sha256(''))"],
  ])('the database refuses an app %s', async (statement) => {
    await expect(runSql(server.appUrl, statement)).rejects.toThrow(/permission denied/);
  });

  test('the database refuses a change of an entry even to its owner', async () => {
    await append();
    for (const statement of ["UPDATE audit_log SET actor = 'bob'", 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
      await expect(runSql(server.url, statement)).rejects.toThrow('append-only');
  });

  test('the database numbers and chains an entry itself, whatever values its writer sends', async () => {
    await runSql(
      server.appUrl,
      `INSERT INTO audit_log (chain, number, at, actor_kind, actor, act, target, previous_hash, hash)
       VALUES ('${chain}', 7, '2020-01-01', 'system', 'psql', 'key.issue', 'key_1', sha256(''), sha256(''))`,
    );
    expect(await verifyChain(database, chain)).toMatchObject({ sound: 1, problem: null });
  });
});

test('concurrent entries of a chain are in one order without gaps after a rollback, and other chains do not wait', async () => {
  const other = `${chain}_other`;
  await database.transaction(async (transaction) => {
    await lockChain(transaction, other);
    await Promise.all(Array.from({ length: 12 }, (_, at) => append({ target: `key_${at}` })));
    await expect(
      database.transaction(async (undone: Transaction) => {
        await appendEntry(undone, entry());
        throw new Error('not after all');
      }),
    ).rejects.toThrow('not after all');
  });
  await append();
  expect(await verifyChain(database, chain)).toMatchObject({ sound: 13, problem: null });
});

test('the response to a request is found by its key, only for the same caller in the same chain', async () => {
  const bodySha256 = Buffer.alloc(32, 7);
  const replay = { idempotencyKey: 'key-of-the-request', bodySha256, response: { token: null } };
  await append({ replay });
  const find = (more: object) =>
    database.transaction((transaction) =>
      findReplay(transaction, { chain, actor: entry().actor, idempotencyKey: replay.idempotencyKey, ...more }),
    );
  const found = await find({});
  expect(found?.response).toEqual({ token: null });
  expect(Buffer.from(found?.bodySha256 ?? []).equals(bodySha256)).toBe(true);
  for (const other of [
    { idempotencyKey: 'another-one' },
    { chain: `${chain}_other` },
    { actor: { kind: 'member', subject: 'bob' } },
    { actor: { kind: 'operator', subject: 'ann' } },
  ])
    expect(await find(other)).toBeNull();
  await expect(append({ replay })).rejects.toThrow(/unique/i);
});
