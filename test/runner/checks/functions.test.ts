import { expect, test } from 'vitest';
import { problemsOfFunctions } from './functions.ts';

const HEADER = ['-- Adds.', '--', '-- Arguments: two', '-- Results: their sum,', '--   which is one', '-- Locks: none'];
const BODY = 'CREATE OR REPLACE FUNCTION add(a integer, b integer) RETURNS integer LANGUAGE sql AS $$ SELECT a + b $$;';

const file = (callers: string, ...more: string[]): string =>
  [...HEADER, `-- Callers: ${callers}`, BODY, ...more, ''].join('\n');
const TWICE = file('packages/a/b.ts').replace('FUNCTION add', 'FUNCTION twice').replace('a + b', 'add(a, a)');
const STORE = new Map([['packages/a/b.ts', 'SELECT twice(1, 2)']]);

const problems = (add: string): string[] => {
  const functions = new Map([
    ['prisma/functions/d/add.sql', add],
    ['prisma/functions/d/twice.sql', TWICE],
  ]);
  return problemsOfFunctions(functions, STORE);
};

test('a header with all fields and the true callers passes', () => {
  expect(problems(file('twice'))).toEqual([]);
  expect(problems(file('everywhere: stores'))).toEqual([]);
});

test('a missing caller is reported, and so is one that no longer calls the function', () => {
  const found = ['prisma/functions/d/add.sql: its callers are twice'];
  expect(problems(file('packages/a/b.ts'))).toEqual(found);
  expect(problems(file('twice, packages/a/b.ts'))).toEqual(found);
});

test('a trigger calls its function', () => {
  const trigger =
    'CREATE OR REPLACE TRIGGER adds BEFORE UPDATE OF x\n  ON account FOR EACH ROW EXECUTE FUNCTION add();';
  expect(problems(file('trigger adds on account, twice', trigger))).toEqual([]);
  expect(problems(file('twice', trigger))).toEqual([
    'prisma/functions/d/add.sql: its callers are trigger adds on account, twice',
  ]);
});

test('a header that lacks a field is reported, and so is a function without callers', () => {
  expect(problems(file('twice').replace('-- Locks: none\n', ''))).toEqual([
    'prisma/functions/d/add.sql: its header has no "Locks:"',
  ]);
  const alone = new Map([['prisma/functions/d/twice.sql', TWICE]]);
  expect(problemsOfFunctions(alone, new Map())).toEqual(['prisma/functions/d/twice.sql: nothing calls it']);
  // A name in a comment is not a call.
  expect(
    problemsOfFunctions(new Map([...alone, ['prisma/functions/d/add.sql', `-- twice()\n${file('x')}`]]), new Map()),
  ).toContain('prisma/functions/d/twice.sql: nothing calls it');
});
