/** `farebox-migrate` as a process, as a deployment runs it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { runSql } from '../run-sql.ts';
import { startProcess } from '../start-process.ts';

const MAIN = join(import.meta.dirname, '../../../db/src/main.ts');

const migrateCommand = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startProcess({ command: [process.execPath, MAIN, ...args], env, stderr: 'keep' }).ended;

test('without settings the error names the required setting and the role that it needs', async () => {
  const { code, stderr } = await migrateCommand([]);
  expect(code).toBe(78);
  expect(stderr).toMatch(/FAREBOX_MIGRATION_DATABASE_URL is not set: .+ farebox_owner/);
  expect(stderr).not.toContain('DATABASE_URL is not set: PostgreSQL, as postgres://…, as a role that may read');
});

test('the role of the apps is refused, and the error names the setting for the owner', async () => {
  await using database = await testDatabase();
  const { code, stderr } = await migrateCommand([], { DATABASE_URL: database.appUrl });
  expect(code).toBe(1);
  expect(stderr).toMatch(/may not create tables: set FAREBOX_MIGRATION_DATABASE_URL/);
});

test('--help prints help, an unknown word is refused, and neither migrates', async () => {
  await using database = await testDatabase();
  const env = { FAREBOX_MIGRATION_DATABASE_URL: database.url };
  await runSql(database.url, 'DROP TABLE _prisma_migrations');
  expect(await migrateCommand(['--help'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^farebox-migrate\n/),
  });
  for (const words of [
    ['up'],
    ['--force'],
    ['--applied'],
    ['resolve', '1_thing'],
    ['resolve', '1_thing', '--applied', '--rolled-back'],
  ])
    expect(await migrateCommand(words, env)).toMatchObject({ code: 2, stdout: '' });
  expect(await runSql(database.url, `SELECT to_regclass('_prisma_migrations') AS history`)).toEqual([
    { history: null },
  ]);
});

test('resolve records how an interrupted migration ended, and the next run continues', async () => {
  await using database = await testDatabase();
  const env = { FAREBOX_MIGRATION_DATABASE_URL: database.url };
  const last = '(SELECT max(migration_name) FROM _prisma_migrations)';
  const [row] = await runSql<{ name: string }>(
    database.url,
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`,
    `SELECT ${last} AS name`,
  );
  const name = row?.name ?? '';
  expect(await migrateCommand([], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`resolve ${name} --applied`),
  });
  expect(await migrateCommand(['resolve', name, '--applied'], env)).toMatchObject({ code: 0, stderr: '' });
  expect(await migrateCommand([], env)).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
});
