/** Compares prisma/schema.sql with a migrated database. It is a test and not a static check because it needs a server. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { runSql } from '../run-sql.ts';
import { describeSchema } from './describe-schema.ts';

const committed = readFileSync(new URL('../../../../prisma/schema.sql', import.meta.url), 'utf8');

test('prisma/schema.sql matches a migrated database; `npm run generate` writes it', async () => {
  await using database = await testDatabase();
  expect(await describeSchema(database.url)).toBe(committed);
});

test.for([
  [
    'CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT now() $$',
    'body',
  ],
  ['CREATE FUNCTION left_over(integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$', 'left_over(integer)'],
  ['ALTER FUNCTION instant() SET jit = off', 'set jit=off'],
  ['CREATE VIEW rich AS SELECT * FROM ledger_account', 'CREATE VIEW rich AS'],
  ['ALTER TABLE execution DISABLE TRIGGER execution_guard', 'execution_guard() -- D'],
  ['ALTER TABLE execution ALTER COLUMN engine DROP NOT NULL', 'engine text,'],
  ['CREATE INDEX execution_engine ON execution (engine)', 'CREATE INDEX execution_engine'],
  [
    'ALTER TABLE organization ALTER COLUMN created_at SET DEFAULT now()',
    'created_at timestamp(3) with time zone DEFAULT now() NOT NULL',
  ],
] as const)('it would show: %s', async ([statement, shown]) => {
  await using database = await testDatabase();
  await runSql(database.url, statement);
  const text = await describeSchema(database.url);
  expect(text).not.toBe(committed);
  expect(text).toContain(shown);
});
