import { expect, test } from 'vitest';
import { leaves } from './leaves.ts';
import { PAGES } from './pages.ts';
import { createProgram } from './program.ts';

test('every command is on one page of the documentation, and every page names only commands that exist', () => {
  const program = createProgram({ root: '', env: {}, say: () => {}, tell: () => {}, ask: null, columns: 120 });
  const words = new Set(leaves(program).map(([path]) => path.split(' ')[0]!));
  expect(PAGES.flatMap(({ commands }) => commands).toSorted()).toEqual([...words].toSorted());
});
