/** A migration that builds an index concurrently, on the oldest and the newest supported PostgreSQL. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, resolveMigration } from '@farebox/db';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../database.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../installed-postgres.ts';
import { runSql } from '../run-sql.ts';
import { type PrismaFolder, prismaFolder } from '../testing/prisma-folder.ts';

const TABLE = 'CREATE TABLE thing (a int NOT NULL); INSERT INTO thing VALUES (1), (2), (2)';
const BUILD = '-- farebox: no transaction\n-- Finds things by a.\nCREATE INDEX CONCURRENTLY thing_a ON thing (a);\n';
const INDEX = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('thing_a')`;
const HISTORY = `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS back
  FROM _prisma_migrations ORDER BY started_at`;

interface Server extends AsyncDisposable {
  readonly url: string;
}

const oldest = findInstalledPostgres();
const servers: readonly (readonly [string, () => Promise<Server | null>])[] = [
  ['18', testDatabase],
  [String(oldest?.major ?? 15), startOldest],
];

async function startOldest(): Promise<Server | null> {
  if (oldest === null) return null;
  const parent = mkdtempSync(join(tmpdir(), 'farebox-oldest-'));
  chmodSync(parent, 0o755);
  const { superuserUrl, stop } = await startInstalledPostgres(oldest, join(parent, 'server'), ['fsync = off']);
  const end = async (): Promise<void> => {
    await stop();
    rmSync(parent, { recursive: true, force: true });
  };
  return { url: superuserUrl, [Symbol.asyncDispose]: end };
}

describe.each(servers)('on PostgreSQL %s', (major, start) => {
  let server: Server | null;
  let databases = 0;
  beforeAll(async () => void (server = await start()));
  afterAll(async () => await server?.[Symbol.asyncDispose]());

  /**
   * A database with a table that an open transaction has written, so that no index build on it starts until the
   * transaction ends.
   */
  async function busy(): Promise<{ url: string; folder: PrismaFolder; writer: pg.Client } & AsyncDisposable> {
    const serverUrl = server!.url;
    const name = `${new URL(serverUrl).pathname.slice(1)}_m${++databases}`;
    const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
    const folder = prismaFolder({ '1_table': TABLE });
    await migrate(url, { prismaFolder: folder.path });
    folder.write('2_index', BUILD);
    const writer = new pg.Client({ connectionString: url, application_name: 'writer' });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('INSERT INTO thing VALUES (3)');
    const end = async (): Promise<void> => {
      folder[Symbol.dispose]();
      await writer.end();
      await runSql(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    };
    return { url, folder, writer, [Symbol.asyncDispose]: end };
  }

  const untilBuilding = (url: string): Promise<number> =>
    vi.waitUntil(
      async () => {
        const query = `SELECT pid FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting for%'`;
        return (await runSql<{ pid: number }>(url, query))[0]?.pid;
      },
      { timeout: 30_000, interval: 20 },
    );

  test('a second migrator does not block the first, and both succeed', async ({ skip }) => {
    if (server === null) return skip('no other PostgreSQL is installed');
    await using database = await busy();
    const { url, folder, writer } = database;
    const first = migrate(url, { prismaFolder: folder.path });
    await untilBuilding(url);
    const said: string[] = [];
    const second = migrate(url, { prismaFolder: folder.path, say: (line) => said.push(line) });
    await expect
      .poll(() => said)
      .toEqual([
        expect.stringMatching(
          /^another migrator holds the lock: farebox-migrate from 127\.0\.0\.1\/32, server process \d+/,
        ),
      ]);
    await writer.query('COMMIT');
    expect(await Promise.all([first, second])).toMatchObject([{ applied: ['2_index'] }, { applied: [] }]);
    expect(await runSql(url, INDEX)).toEqual([{ valid: true }]);
    expect(await runSql(url, 'SHOW server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(new RegExp(`^${major}`)) },
    ]);
  });

  test('a migrator that waits too long names the holder of the lock', async ({ skip }) => {
    if (server === null) return skip('no other PostgreSQL is installed');
    await using database = await busy();
    const { url, folder, writer } = database;
    const first = migrate(url, { prismaFolder: folder.path });
    const pid = await untilBuilding(url);
    await expect(migrate(url, { prismaFolder: folder.path, waitMs: 0 })).rejects.toThrow(`server process ${pid}`);
    await writer.query('COMMIT');
    await first;
  });

  test('the next run drops and rebuilds an invalid index of a killed build', async ({ skip }) => {
    if (server === null) return skip('no other PostgreSQL is installed');
    await using database = await busy();
    const { url, folder, writer } = database;
    const killed = migrate(url, { prismaFolder: folder.path });
    const reason = killed.then(() => 'none', String);
    await runSql(url, `SELECT pg_terminate_backend(${await untilBuilding(url)})`);
    expect(await reason).toContain('2_index failed');
    await writer.query('COMMIT');
    expect(await runSql(url, INDEX)).toEqual([{ valid: false }]);
    const asApplied = resolveMigration(url, { name: '2_index', as: 'applied' }, { prismaFolder: folder.path });
    await expect(asApplied).rejects.toThrow('is invalid: use --rolled-back');
    expect(await migrate(url, { prismaFolder: folder.path })).toMatchObject({ applied: ['2_index'] });
    expect(await runSql(url, INDEX)).toEqual([{ valid: true }]);
    expect(await runSql(url, HISTORY)).toEqual([
      { name: '1_table', finished: true, back: false },
      { name: '2_index', finished: false, back: true },
      { name: '2_index', finished: true, back: false },
    ]);
  });

  test('a failed build leaves no invalid index, and succeeds once its cause is gone', async ({ skip }) => {
    if (server === null) return skip('no other PostgreSQL is installed');
    await using database = await busy();
    const { url, folder, writer } = database;
    await writer.query('COMMIT');
    folder.write('2_index', BUILD.replace('INDEX', 'UNIQUE INDEX'));
    await expect(migrate(url, { prismaFolder: folder.path })).rejects.toThrow('could not create unique index');
    expect(await runSql(url, INDEX)).toEqual([]);
    folder.write('2_index', BUILD);
    expect(await migrate(url, { prismaFolder: folder.path })).toMatchObject({ applied: ['2_index'] });
    expect(await runSql(url, INDEX)).toEqual([{ valid: true }]);
  });

  test('an index that was finished while its migrator died is kept, and counts as applied', async ({ skip }) => {
    if (server === null) return skip('no other PostgreSQL is installed');
    await using database = await busy();
    const { url, folder, writer } = database;
    await writer.query('COMMIT');
    await migrate(url, { prismaFolder: folder.path });
    const [before] = await runSql(url, `SELECT to_regclass('thing_a')::oid AS oid`);
    await runSql(url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_index'`);
    expect(await migrate(url, { prismaFolder: folder.path })).toMatchObject({ applied: ['2_index'] });
    expect(await migrate(url, { prismaFolder: folder.path })).toMatchObject({ applied: [] });
    expect(await runSql(url, `SELECT to_regclass('thing_a')::oid AS oid`)).toEqual([before]);
  });
});
