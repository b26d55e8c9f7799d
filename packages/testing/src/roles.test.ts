import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';
import { runSql } from './run-sql.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const asApp = <Row>(...statements: string[]): Promise<Row[]> => runSql<Row>(database.appUrl, ...statements);

test.for([
  'DELETE FROM execution',
  'DELETE FROM ledger_transfer',
  'DELETE FROM ledger_account',
  'DELETE FROM file',
  'DELETE FROM api_key_event',
  'UPDATE ledger_transfer SET amount_micros = 1',
  'UPDATE api_key_event SET action = action',
  'TRUNCATE execution_step',
  'TRUNCATE ledger_transfer',
  'ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_is_final',
  'ALTER TABLE execution DISABLE TRIGGER ALL',
  'DROP TRIGGER execution_guard ON execution',
  'CREATE TRIGGER mine BEFORE UPDATE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard()',
  'ALTER TABLE execution DROP CONSTRAINT execution_pkey',
  'DROP INDEX ledger_transfer_once',
  'DROP TABLE usage_month',
  'CREATE TABLE mine ()',
  'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
  `CREATE OR REPLACE FUNCTION execution_edge_allowed(p_from text, p_to text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$`,
  'SET session_replication_role = replica',
  'SET ROLE farebox_owner',
  'CREATE ROLE mine',
  'CREATE EXTENSION pg_stat_statements',
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY (SELECT 1) TO '/tmp/farebox-roles-test'`,
  `SELECT pg_read_file('/etc/passwd')`,
  `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', 'x')`,
  `UPDATE _schema_functions SET checksum = 'x'`,
])('the application’s role may not: %s', async (statement) => {
  await expect(asApp(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the role may delete rows from every table whose rows a function or a store deletes, and from no other', async () => {
  const functions = globSync('prisma/functions/**/*.sql', { cwd: ROOT });
  const stores = globSync('packages/*/src/**/store/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const code = [...functions, ...stores].map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const named = code.join('\n').matchAll(/^(?! *--).*\bDELETE FROM (\w+)/gm);
  const allowed = await asApp<{ name: string }>(`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND has_table_privilege(oid, 'DELETE')`);
  const removable = new Set(allowed.map(({ name }) => name));
  // Only the end of an execution removes its job, by a trigger that runs as the owner.
  const removed = [...named].map(([, name]) => name).filter((name) => name !== 'execution_job');
  expect(removable).toEqual(new Set(removed));
});
