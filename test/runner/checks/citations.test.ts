import { expect, test } from 'vitest';
import { strayCitations } from './citations.ts';

const known = new Set(['0001', '0103']);

test('a record that exists may be cited in every form', () => {
  const text = 'As decision 0001 has it (0103), and docs/decisions/0103-why.md; [0001](decisions/0001-a.md).';
  expect(strayCitations('a.md', text, known)).toEqual([]);
  expect(strayCitations('a.ts', '// docs/decisions/0001', known)).toEqual([]);
});

test.each([
  ['a.ts', '/** Why: docs/decisions/0059. */'],
  ['a.sql', '-- decision 0059'],
  ['docs/a.md', 'It was dropped (0059).'],
])('%s: a citation of a missing record is reported', (path, text) => {
  expect(strayCitations(path, text, known)).toEqual([`${path}: there is no record 0059`]);
});

test('file modes, amounts and names of migrations are not citations', () => {
  expect(strayCitations('a.md', 'mode 0711, 1,0059, 0.0059, `0002_money`, id-0059', known)).toEqual([]);
  expect(strayCitations('a.ts', 'const mode = 0059;', known)).toEqual([]);
});
