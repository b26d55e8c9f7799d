import { expect, test } from 'vitest';
import { readFunctions, sourceFile } from './files.ts';

const HEADER = '-- A header.\n';
const FUNCTION = 'CREATE OR REPLACE FUNCTION money() RETURNS integer LANGUAGE sql AS $$\n  SELECT 1;\n$$;\n';

test('a file contains a function with its triggers, one statement each', () => {
  const deferred =
    'CREATE CONSTRAINT TRIGGER whole AFTER INSERT ON batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION money();\n';
  const columns =
    'CREATE OR REPLACE TRIGGER kept\n  BEFORE UPDATE OF id, plan\n  ON execution FOR EACH ROW EXECUTE FUNCTION money();\n';
  const { statements } = sourceFile('ledger/money.sql', HEADER + FUNCTION + '\n' + deferred + columns);
  expect(statements.map(({ kind, name }) => [kind, name])).toEqual([
    ['function', 'money'],
    ['trigger', 'batch.whole'],
    ['trigger', 'execution.kept'],
  ]);
  expect(statements.at(-1)?.sql).toBe(columns);
});

test('two signatures of one function are in one file', () => {
  const second = FUNCTION.replace('money()', 'money(integer)');
  expect(sourceFile('ledger/money.sql', HEADER + second + FUNCTION).statements).toHaveLength(2);
});

test.for([
  ['ledger/other.sql', HEADER + FUNCTION, 'contains money, but is named after other'],
  ['ledger/money.sql', FUNCTION, 'does not begin with a comment'],
  ['ledger/money.sql', HEADER, 'contains nothing'],
  ['ledger/money.sql', `${HEADER}${FUNCTION}CREATE TABLE account ();\n`, 'neither'],
  ['ledger/money.sql', HEADER + FUNCTION.replace('OR REPLACE ', ''), 'neither'],
  ['ledger/money.sql', `${HEADER}UPDATE account SET id = 1;\n${FUNCTION}`, 'does not begin with a comment'],
] as const)('%s with %j is refused', ([path, text, reason]) => {
  expect(() => sourceFile(path, text)).toThrow(reason);
});

test('the functions of column defaults are among all functions, and the committed states count', async () => {
  const { files, defaults, checksum, sequence } = await readFunctions();
  expect(defaults.map(({ path }) => path)).toEqual(['defaults/instant.sql', 'defaults/server_timeline.sql']);
  expect(files).toEqual(expect.arrayContaining([...defaults]));
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(sequence).toBeGreaterThan(0);
});
