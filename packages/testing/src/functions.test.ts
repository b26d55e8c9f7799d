/**
 * Installs prisma/functions in a database with other functions: of an older version, of a newer one, or only some of
 * them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@farebox/db';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { runSql } from './run-sql.ts';

const FOLDER = fileURLToPath(new URL('../../../prisma/functions/', import.meta.url));
/** Makes the database look like one of another version. */
const other = (sequence: string): string =>
  `UPDATE _schema_functions SET checksum = 'of another version', sequence = ${sequence}`;
const BREAK_BODY =
  "CREATE OR REPLACE FUNCTION execution_notify_after() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '1 day' $$";
const READ_BODY = "SELECT execution_notify_after() = interval '5 seconds' AS ours";

const isOurs = async (url: string): Promise<boolean> => (await runSql<{ ours: boolean }>(url, READ_BODY))[0]!.ours;

test('functions of an older version are replaced, and additional functions of that version stay', async () => {
  await using database = await testDatabase();
  const overload = 'CREATE FUNCTION ledger_open(p_project text, p_old text) RETURNS void LANGUAGE sql AS $$ SELECT $$';
  await runSql(database.url, BREAK_BODY, overload, other('sequence - 1'));
  expect(await migrate(database.url)).toEqual({ applied: [], functions: 'applied' });
  expect(await isOurs(database.url)).toBe(true);
  expect(
    await runSql(database.url, "SELECT count(*)::int AS count FROM pg_proc WHERE proname = 'ledger_open'"),
  ).toEqual([{ count: 2 }]);
  expect(await migrate(database.url)).toEqual({ applied: [], functions: 'unchanged' });
});

test('functions of a newer version stay unchanged', async () => {
  await using database = await testDatabase();
  await runSql(database.url, BREAK_BODY, other('sequence + 1'));
  expect(await migrate(database.url)).toEqual({ applied: [], functions: 'newer' });
  expect(await isOurs(database.url)).toBe(false);
});

test('all functions are applied, or none: one that cannot be replaced undoes the others, and the error names its file', async () => {
  await using database = await testDatabase();
  const changed =
    'CREATE FUNCTION tool_duration_bucket(p_duration interval) RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$';
  await runSql(database.url, BREAK_BODY, 'DROP FUNCTION tool_duration_bucket(interval)', changed, other('sequence'));
  await expect(migrate(database.url)).rejects.toThrow(
    'prisma/functions/catalog/tool_duration_bucket.sql: cannot change return type',
  );
  expect(await isOurs(database.url)).toBe(false);
});

test('an unchanged trigger is not replaced, so that writers of its table do not wait', async () => {
  await using database = await testDatabase();
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  try {
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE execution, ledger_transfer, ledger_account IN ROW EXCLUSIVE MODE');
    const name = new URL(database.url).pathname.slice(1);
    await runSql(database.url, other('sequence'), `ALTER DATABASE ${name} SET lock_timeout = '1s'`);
    expect(await migrate(database.url)).toMatchObject({ functions: 'applied' });
    await runSql(
      database.url,
      other('sequence'),
      "UPDATE _schema_functions SET triggers = triggers - 'execution.execution_guard'",
    );
    await expect(migrate(database.url)).rejects.toThrow('lock timeout');
  } finally {
    await writer.end();
  }
});

test('a missing or changed trigger is created again, even one that PostgreSQL cannot replace', async () => {
  await using database = await testDatabase();
  const sorted =
    'SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname';
  const before = await runSql(database.url, sorted);
  await runSql(
    database.url,
    'DROP TRIGGER execution_guard ON execution',
    'DROP TRIGGER batch_is_whole ON batch',
    'CREATE CONSTRAINT TRIGGER batch_is_whole AFTER UPDATE ON batch FOR EACH ROW EXECUTE FUNCTION batch_is_whole()',
    "UPDATE _schema_functions SET triggers = triggers - 'batch.batch_is_whole'",
    other('sequence'),
  );
  expect(await migrate(database.url)).toMatchObject({ functions: 'applied' });
  expect(await runSql(database.url, sorted)).toEqual(before);
});

test('concurrent migrators agree on the result', async () => {
  await using database = await testDatabase();
  await runSql(database.url, BREAK_BODY, other('sequence - 1'));
  const results = await Promise.all(Array.from({ length: 3 }, () => migrate(database.url)));
  expect(results.map(({ functions }) => functions).toSorted()).toEqual(['applied', 'unchanged', 'unchanged']);
  expect(await isOurs(database.url)).toBe(true);
});

test('PostgreSQL accepts every function body, which it does not check when functions are applied', async () => {
  await using database = await testDatabase();
  const texts = globSync('*/*.sql', { cwd: FOLDER }).map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  const functions = texts.flatMap((text) =>
    text.split(/^(?=CREATE )/m).filter((sql) => sql.startsWith('CREATE OR REPLACE FUNCTION')),
  );
  expect(functions.length).toBeGreaterThan(100);
  await runSql(database.url, 'SET check_function_bodies = on', ...functions);
});
