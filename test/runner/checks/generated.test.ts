import { expect, test } from 'vitest';
import { withPart } from './generated.ts';

const page = 'before\n<!-- states:begin (from code) -->\nold\n<!-- states:end -->\nafter\n';

test('a generated part replaces what stands between its marks and nothing else', () => {
  expect(withPart(page, { file: 'page.md', part: 'states' }, 'new\nlines\n')).toBe(
    'before\n<!-- states:begin (from code) -->\nnew\nlines\n<!-- states:end -->\nafter\n',
  );
});

test('a whole file is what the script prints', () => {
  expect(withPart(page, { file: 'page.md', part: undefined }, 'new')).toBe('new');
});

test('a part without its marks is refused: nothing is appended somewhere', () => {
  expect(() => withPart(page, { file: 'page.md', part: 'other' }, 'new')).toThrow('page.md has no lines');
});
