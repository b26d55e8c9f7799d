import { expect, test } from 'vitest';
import { problemsOf } from './commands.ts';

const scripts = { bench: 'node packages/cli/bootstrap.mjs run test/bench/main.ts' };

test.each([
  ['Run `pnpm bench` now.', 'a reader has no pnpm'],
  ['pnpm --dir test/e2e test', 'a reader has no pnpm'],
  ['Then `npm run benchmark -- --quick`.', 'there is no script "benchmark"'],
])('a page that says %j is wrong: %s', (line, reason) => {
  expect(problemsOf('docs/a.md', line, scripts)).toEqual([expect.stringContaining(reason)]);
});

test('a page that names a script that is there is right, and so is one that speaks of pnpm', () => {
  expect(problemsOf('docs/a.md', '`npm run bench -- --rounds 5`, `npm start`; it brings pnpm itself', scripts)).toEqual(
    [],
  );
});
