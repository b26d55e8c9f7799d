import { expect, test } from 'vitest';
import { proseProblems } from './prose.ts';

const long = 'word '.repeat(40);

test('a comment, a test title or a heading that opens with a clause as its subject is found', () => {
  const code = [
    '/** What a gateway needs. */',
    '/**',
    ' * Whoever waits.',
    ' */',
    '// Of two requests, one wins.',
    '// The first wins.',
    '// Who comes second is refused.',
    "test('what is refused changes nothing', () => {});",
    "  test.each([1])('of two one wins', () => {});",
  ].join('\n');
  expect(proseProblems('packages/x/src/a.test.ts', code)).toEqual([
    'packages/x/src/a.test.ts:1: a comment opens with "What": name the thing and what it does',
    'packages/x/src/a.test.ts:3: a comment opens with "Whoever": name the thing and what it does',
    'packages/x/src/a.test.ts:5: a comment opens with "Of": name the thing and what it does',
    'packages/x/src/a.test.ts:8: a test title opens with "what": name the thing and what it does',
    'packages/x/src/a.test.ts:9: a test title opens with "of": name the thing and what it does',
  ]);
  expect(proseProblems('docs/decisions/0001-x.md', '# 0001 Who decides')).toHaveLength(1);
  expect(proseProblems('README.md', '# x\nWhat it knows.\n\n- Of two, one.\n')).toEqual([
    'README.md:2: a paragraph opens with "What": name the thing and what it does',
    'README.md:4: a paragraph opens with "Of": name the thing and what it does',
  ]);
  expect(proseProblems('prisma/functions/a/b.sql', '-- What it does.\nSELECT 1; -- what else\n')).toHaveLength(1);
});

test('a long line of prose and a long table cell are found', () => {
  expect(proseProblems('README.md', `${long}\n`)).toEqual(['README.md:1: a line of 200 characters, at most 160']);
  expect(proseProblems('README.md', `| a | ${'b'.repeat(121)} |\n`)).toEqual([
    'README.md:1: a table cell of 121 characters, at most 120: make it a section',
  ]);
  expect(proseProblems('packages/x/src/a.ts', `/** ${long} */`)).toHaveLength(1);
  expect(proseProblems('deploy/x.yaml', `# ${long}`)).toHaveLength(1);
  expect(proseProblems('.env.example', `# ${long}`)).toHaveLength(1);
});

test('code, code blocks, generated parts, and words inside a sentence are not prose of this kind', () => {
  expect(proseProblems('README.md', 'What is it?\n\nIt says\nwhat it is.\n')).toEqual([]);
  const page = ['```', long, '```', '<!-- states:begin (x) -->', long, '<!-- states:end -->', `| ${'b '.repeat(50)} |`];
  expect(proseProblems('README.md', page.join('\n'))).toEqual([]);
  const code = [`const text = '${long}';`, '/** Says what is refused,', ' * of two requests. */', 'whatever();'].join(
    '\n',
  );
  expect(proseProblems('packages/x/src/a.ts', code)).toEqual([]);
});
