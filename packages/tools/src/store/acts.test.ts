/** Publishing, activating and retiring tools, and the guarantees of the database. */
import { hash } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';
import { openTestDatabase, runSql, testDatabase } from '@farebox/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activateTool, listToolVersions, publishTool, retireTool, toolReader } from '../index.ts';
import { manifestOf, publishForTest, readForTest } from '../testing/publish.ts';

const NAME = 'acme-read-text';
const priced = (unitPriceMicros: number) => manifestOf(NAME, { price: { ...manifestOf()['price']!, unitPriceMicros } });

let server: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeEach(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 6, applicationName: 'tools-test' });
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const publish = (document: unknown, activate = false) =>
  database.transaction((transaction) => publishTool(transaction, { tool: readForTest(document), activate, by: 'ann' }));
const activate = (version: number | null, name = NAME) =>
  database.transaction((transaction) => activateTool(transaction, name, version));
const retire = (name = NAME) => database.transaction((transaction) => retireTool(transaction, name));
/** How many statements wait for an advisory lock. */
const waitForLocks = async () =>
  (await database.prisma.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length;
const offered = async () =>
  (await toolReader(database).changes(0)).tools.map(({ name, active, isRetired }) => ({
    name,
    version: active?.version ?? null,
    isRetired,
  }));

describe('publishing', () => {
  test('a new manifest is the next version, and none is offered until it is activated', async () => {
    expect(await publish(priced(800))).toMatchObject({ before: null, version: { version: 1, publishedBy: 'ann' } });
    expect(await publish(priced(900))).toMatchObject({
      before: { activeVersion: null, latestVersion: 1 },
      after: { activeVersion: null, latestVersion: 2, retiredAt: null },
      version: { version: 2, digest: readForTest(priced(900)).digest, manifest: readForTest(priced(900)).canonical },
    });
    expect(await offered()).toEqual([{ name: NAME, version: null, isRetired: false }]);
    await publish(priced(700), true);
    expect(await offered()).toEqual([{ name: NAME, version: 3, isRetired: false }]);
  });

  test('the same content published again is the same version, whichever publisher is first', async () => {
    await publish(priced(900));
    await expect(publish(priced(900))).resolves.toMatchObject({ version: { version: 1 }, isNew: false });
    const all = await Promise.all(Array.from({ length: 4 }, () => publish(priced(800))));
    expect(all.map(({ version }) => version.version)).toEqual([2, 2, 2, 2]);
    expect(all.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(await listToolVersions(database, { name: NAME, limit: 10 })).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect((await publish(priced(900), true)).version.version).toBe(1);
    expect(await offered()).toEqual([{ name: NAME, version: 1, isRetired: false }]);
  });

  test('a retired tool stays retired when it is published again, and publishing cannot activate it', async () => {
    await publish(priced(800), true);
    await retire();
    await expect(publish(priced(900), true)).rejects.toMatchObject({
      message: 'invalid_request',
      details: { fields: { '/activate': expect.stringContaining('retired') } },
    });
    expect((await publish(priced(900))).after).toMatchObject({ activeVersion: null, latestVersion: 2 });
    expect(await offered()).toEqual([{ name: NAME, version: null, isRetired: true }]);
    expect((await activate(1)).after).toMatchObject({ activeVersion: 1, retiredAt: null });
    expect(await offered()).toEqual([{ name: NAME, version: 1, isRetired: false }]);
  });

  test('a tool has at most 1,000 versions', async () => {
    await publish(priced(800));
    await runSql(
      server.url,
      `INSERT INTO tool_version (name, version, digest, manifest, published_by)
       SELECT '${NAME}', n, encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), n::text, 'ann' FROM generate_series(2, 1000) AS n`,
    );
    await expect(publish(priced(900))).rejects.toMatchObject({ message: 'invalid_request' });
    expect((await publish(priced(800))).version.version).toBe(1);
  });
});

describe('activating and retiring', () => {
  test('without a version the latest one is activated; an unknown one is not found', async () => {
    await publish(priced(800), true);
    await publish(priced(900));
    expect(await activate(null)).toMatchObject({
      before: { activeVersion: 1 },
      after: { activeVersion: 2 },
      isChanged: true,
    });
    expect((await activate(2)).isChanged).toBe(false);
    for (const version of [3, 0])
      await expect(activate(version)).rejects.toMatchObject({
        message: 'not_found',
        details: { missing: 'tool_version', versions: [2, 1] },
      });
    await expect(activate(1, 'acme-other')).rejects.toMatchObject({ details: { missing: 'tool' } });
    expect(await offered()).toEqual([{ name: NAME, version: 2, isRetired: false }]);
  });

  test('an unknown version is told at most ten that exist, newest first', async () => {
    for (let n = 1; n <= 12; n++) await publish(priced(800 + n));
    await expect(activate(13)).rejects.toMatchObject({ details: { versions: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3] } });
  });

  test('a retired tool is offered no longer, and its versions can still be read', async () => {
    const { version } = await publish(priced(800), true);
    expect((await retire()).after).toMatchObject({ activeVersion: null, retiredAt: expect.any(Date) });
    expect((await retire()).isChanged).toBe(false);
    await expect(retire('acme-other')).rejects.toMatchObject({ message: 'not_found' });
    const { name, digest, manifest } = version;
    expect(await toolReader(database).version(NAME, 1)).toEqual({ name, version: 1, digest, manifest });
    expect(await toolReader(database).version(NAME, 2)).toBeNull();
  });
});

describe('changes', () => {
  test('a reader gets each change once, with the manifest that is offered', async () => {
    const reader = toolReader(database);
    const { digest, manifest } = await publishForTest(database);
    await publishForTest(database, manifestOf('acme-second'));
    const first = await reader.changes(0);
    expect(first.tools.map(({ name }) => name)).toEqual([NAME, 'acme-second']);
    expect(first.tools[0]?.active).toEqual({ version: 1, digest, manifest });
    const known = first.tools[1]?.revision ?? 0;
    expect((await reader.changes(known)).tools).toEqual([]);
    await retire();
    expect((await reader.changes(known)).tools).toMatchObject([{ name: NAME, active: null, isRetired: true }]);
    expect((await reader.changes(0)).timeline).toBe(first.timeline);
  });

  test('many tools are read in pages, each once, and the last page is empty', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `acme-tool-${n}`);
    for (const name of names) await publishForTest(database, manifestOf(name));
    const reader = toolReader(database);
    const pages: string[][] = [];
    let known = 0;
    for (let page = await reader.changes(0); page.tools.length > 0; page = await reader.changes(known)) {
      pages.push(page.tools.map(({ name }) => name));
      known = Math.max(...page.tools.map(({ revision }) => revision));
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(names);
  });

  test('a change that is not committed yet holds back later revisions', async () => {
    await publishForTest(database);
    const reader = toolReader(database);
    const known = (await reader.changes(0)).tools[0]?.revision ?? 0;
    let later = Promise.resolve<unknown>(null);
    let isLaterDone = false;
    await database.transaction(async (transaction) => {
      await retireTool(transaction, NAME);
      later = publish(manifestOf('acme-second'), true).finally(() => (isLaterDone = true));
      await vi.waitUntil(async () => isLaterDone || (await waitForLocks()) > 0, { timeout: 30_000 });
      expect((await reader.changes(known)).tools).toEqual([]);
    });
    await later;
    expect((await reader.changes(known)).tools.map(({ name }) => name)).toEqual([NAME, 'acme-second']);
  });
});

describe('the database', () => {
  test.each([
    [`UPDATE tool_version SET manifest = '{}', digest = '${hash('sha256', '{}')}'`],
    [`UPDATE tool_version SET published_by = 'bob'`],
    [`DELETE FROM tool_version`],
    [`TRUNCATE tool_version CASCADE`],
    [`DELETE FROM tool`],
  ])('a published tool cannot be changed: %s', async (statement) => {
    await publishForTest(database);
    await expect(runSql(server.url, statement)).rejects.toThrow('stays as it was');
  });

  test('the role of the apps may add versions, and may not change or remove one', async () => {
    await publishForTest(database);
    for (const statement of [Prisma.sql`UPDATE tool_version SET version = 2`, Prisma.sql`DELETE FROM tool`])
      await expect(database.rows(statement)).rejects.toThrow('permission denied');
  });

  test.each([
    [
      'a digest of other content',
      `INSERT INTO tool_version VALUES ('acme-x', 1, '${'0'.repeat(64)}', '{}', now(), 'ann')`,
    ],
    ['an active version that does not exist', 'UPDATE tool SET active_version = 7'],
    ['an active version of a retired tool', 'UPDATE tool SET retired_at = now()'],
    [
      'the same content twice',
      `INSERT INTO tool_version SELECT name, 2, digest, manifest, published_at, published_by FROM tool_version`,
    ],
  ])('%s is refused', async (_, statement) => {
    await publishForTest(database);
    await expect(runSql(server.url, statement)).rejects.toThrow(
      /violates (?:check|foreign key|unique) constraint|duplicate key/,
    );
  });
});
