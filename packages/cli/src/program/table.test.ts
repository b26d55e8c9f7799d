import { expect, test } from 'vitest';
import { table } from './table.ts';

test('columns are aligned, whatever width their characters have', () => {
  expect(
    table(
      ['name', 'role'],
      [
        ['Ann', 'ADMIN'],
        ['東京 🔑', 'VIEWER'],
      ],
    ),
  ).toBe(['name     role', 'Ann      ADMIN', '東京 🔑  VIEWER'].join('\n'));
});

test('a name can neither control the terminal nor add a line', () => {
  const name = 'Ann\u001B[2J\u001B]0;owned\u0007\r\nVIEWER  root\u202Egnp';
  const [, line, ...more] = table(['name'], [[name]]).split('\n');
  expect(more).toEqual([]);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line).toContain('VIEWER  root');
});
