import { expect, test } from 'vitest';
import { statementsOf } from './statements.ts';

test.for<readonly [string, readonly string[]]>([
  ['', []],
  ['-- a; b\n', []],
  ['SELECT 1', ['SELECT 1']],
  ['SELECT 1;\n-- x;\nSELECT 2;\n', ['SELECT 1', 'SELECT 2']],
  ['SELECT 1 /* ; */ + 2;', ['SELECT 1   + 2']],
  [`SELECT 'a;''b;', "c;d"; SELECT e'\\';'`, [`SELECT 'a;''b;', "c;d"`, `SELECT e'\\';'`]],
  ['DO $x$ BEGIN; $$ ; $$ END; $x$; SELECT $1', ['DO $x$ BEGIN; $$ ; $$ END; $x$', 'SELECT $1']],
  ['SELECT 4 / 2 - 1; SELECT 3', ['SELECT 4 / 2 - 1', 'SELECT 3']],
])('%j is split where a statement ends', ([sql, statements]) => {
  expect(statementsOf(sql)).toEqual(statements);
});
