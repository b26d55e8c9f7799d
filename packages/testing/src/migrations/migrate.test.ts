import { migrate, resolveMigration } from '@farebox/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../database.ts';
import { runSql } from '../run-sql.ts';
import { type PrismaFolder, prismaFolder } from '../testing/prisma-folder.ts';

let server: TestDatabase;
let url: string;
let databases = 0;
beforeAll(async () => void (server = await testDatabase()));
beforeEach(() => {
  url = Object.assign(new URL(server.url), { pathname: `${new URL(server.url).pathname}_${++databases}` }).href;
});
afterAll(() => server.drop());

const run = ({ path }: PrismaFolder) => migrate(url, { prismaFolder: path });
const tables = () =>
  runSql(url, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'thing%' ORDER BY 1`);

test('a failed migration leaves nothing, and is applied once its text is fixed', async () => {
  using folder = prismaFolder({ '1_thing': 'CREATE TABLE thing (a int); SELECT nothing_there()' });
  await expect(run(folder)).rejects.toThrow(/migration 1_thing failed: function nothing_there\(\) does not exist/);
  expect(await tables()).toEqual([]);
  expect(await runSql(url, 'SELECT * FROM _prisma_migrations')).toEqual([]);
  folder.write('1_thing', 'CREATE TABLE thing (a int)');
  expect(await run(folder)).toMatchObject({ applied: ['1_thing'] });
  expect(await tables()).toEqual([{ relname: 'thing' }]);
});

test.for([
  [
    'two statements',
    '-- farebox: no transaction\nCREATE INDEX CONCURRENTLY a ON t (a); SELECT 1',
    /2_bad has 2 statements/,
  ],
  [
    'an index CONCURRENTLY without the first line',
    '-- Fast.\nCREATE UNIQUE INDEX\nCONCURRENTLY a ON t (a)',
    /uses CONCURRENTLY/,
  ],
  ['its own transaction', 'BEGIN; CREATE TABLE thing2 (); COMMIT', /starts or ends a transaction/],
] as const)('a file with %s is refused before anything is applied', async ([, sql, reason]) => {
  using folder = prismaFolder({ '1_thing': 'CREATE TABLE thing (a int)', '2_bad': sql });
  await expect(run(folder)).rejects.toThrow(reason);
  await expect(tables()).rejects.toThrow('does not exist');
});

test('a migration that was changed after it was applied is refused', async () => {
  using folder = prismaFolder({ '1_thing': 'CREATE TABLE thing (a int)' });
  await run(folder);
  folder.write('1_thing', 'CREATE TABLE thing (a bigint)');
  await expect(run(folder)).rejects.toThrow('1_thing was changed after it was applied');
});

test('a database with other migrations is refused as one of a version before 0.3.0, and does not change', async () => {
  using early = prismaFolder({
    '1_thing': 'CREATE TABLE thing (a int)',
    '2_other': 'CREATE TABLE thing_other (a int)',
  });
  await run(early);
  const history = await runSql(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name');
  using now = prismaFolder({ '3_baseline': 'CREATE TABLE thing (a int)' });
  await expect(run(now)).rejects.toThrow(
    /^this database was made by a version before 0\.3\.0.+ has the migration 1_thing and not 3_baseline\. Start with an empty database/,
  );
  expect(await runSql(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name')).toEqual(history);
});

test('a database that a later version has migrated is accepted', async () => {
  using later = prismaFolder({
    '1_thing': 'CREATE TABLE thing (a int)',
    '2_other': 'CREATE TABLE thing_other (a int)',
  });
  await run(later);
  using now = prismaFolder({ '1_thing': 'CREATE TABLE thing (a int)' });
  expect(await run(now)).toMatchObject({ applied: [] });
});

test('a migration interrupted outside a transaction waits until a person records how it ended', async () => {
  using folder = prismaFolder({
    '1_thing': 'CREATE TABLE thing (a int)',
    '2_size': '-- farebox: no transaction\nALTER SYSTEM RESET work_mem',
  });
  const resolve = (as: 'applied' | 'rolled-back', name = '2_size') =>
    resolveMigration(url, { name, as }, { prismaFolder: folder.path });
  const interrupt = () =>
    runSql(url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_size'`);
  await run(folder);
  await expect(resolve('applied')).rejects.toThrow('2_size is applied: there is nothing to resolve');
  await expect(resolve('applied', '3_none')).rejects.toThrow('this version has no migration 3_none');
  await interrupt();
  await expect(run(folder)).rejects.toThrow('farebox database resolve 2_size --applied');
  await resolve('applied');
  expect(await run(folder)).toMatchObject({ applied: [] });
  await interrupt();
  await resolve('rolled-back');
  await expect(resolve('rolled-back')).rejects.toThrow('2_size was not started');
  expect(await run(folder)).toMatchObject({ applied: ['2_size'] });
});

test('with the role of the apps, the error says to name the owner', async () => {
  await expect(migrate(server.appUrl)).rejects.toThrow(
    /may not create tables: set FAREBOX_MIGRATION_DATABASE_URL .+ farebox_owner/,
  );
});
