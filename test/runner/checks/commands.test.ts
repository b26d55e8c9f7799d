import { expect, test } from 'vitest';
import { problemsOf, problemsOfCode, scriptProblems } from './commands.ts';

const scripts = { bench: 'node packages/cli/bootstrap.mjs run test/bench/main.ts' };

test.each([
  ['Run `pnpm bench` now.', 'a reader has no pnpm'],
  ['pnpm --dir test/e2e test', 'a reader has no pnpm'],
  ['`MEDIA_SEED=7 pnpm exec vitest run`', 'a reader has no pnpm'],
  ['As a process: `node packages/simulator/src/main.ts`.', 'npm run node -- '],
  ['`node --disable-warning=x apps/<app>/src/main.ts`', 'npm run node -- '],
  ['Then `npm run benchmark -- --quick`.', 'there is no script "benchmark"'],
])('a page that says %j is wrong: %s', (line, reason) => {
  expect(problemsOf('docs/a.md', line, scripts)).toEqual([expect.stringContaining(reason)]);
});

test('a page may name an existing script, and may mention pnpm', () => {
  expect(problemsOf('docs/a.md', '`npm run bench -- --rounds 5`, `npm start`; it brings pnpm itself', scripts)).toEqual(
    [],
  );
});

test('the same rules hold for the messages of programs and for the scripts of every workspace', () => {
  expect(problemsOfCode('a.ts', '/** `node test/table/main.ts --write` writes it. */')).toHaveLength(1);
  expect(problemsOfCode('a.ts', '/** `npm run node -- test/table/main.ts --write` writes it. */')).toEqual([]);
  expect(scriptProblems('test/bench/package.json', JSON.stringify({ scripts: { bench: 'node main.ts' } }))).toEqual([
    'test/bench/package.json: the script "bench" does not begin with the bootstrap',
  ]);
});
