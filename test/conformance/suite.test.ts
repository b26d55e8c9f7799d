/** Keeps this suite honest: tests know the system only from outside, and each one quotes the sentence that it proves. */
// Modes: embedded.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, reasonsIn } from './modes.ts';
import { contractSentences, unquoted } from './table/contract.ts';
import { PROVEN_ELSEWHERE } from './table/elsewhere.ts';
import { conformancePage, conformanceRows } from './table/main.ts';
import { isThere, strayQuotes } from './table/quotes.ts';
import { provenSentences, sentencesOf, SUITE } from './table/sentences.ts';

/** Folders that start the system or create identities in it, without assertions. */
const OUTSIDE = /^(fixtures|system)\//;
/**
 * client/endpoints.ts reads the route table, so that no matrix forgets an endpoint; openapi.test.ts compares that table with the
 * specification. The others start processes: the `fixtures` command, commands that pages show, and systems whose catalog changes.
 */
const EXCEPTIONS = [
  'client/endpoints.ts',
  'client/make-identities.ts',
  'client/shell.ts',
  'own-tools.test.ts',
  'runner-claims.test.ts',
];
/** The SDK and an MCP host are clients and not part of the system. */
const ALLOWED =
  /^(node:.+|vitest|sharp|@farebox\/sdk(\/node)?|@modelcontextprotocol\/(client|ext-tasks\/client)|ajv\/dist\/2020\.js|\.\.?\/.+)$/;

const importsOf = (file: string): string[] =>
  [...readFileSync(join(SUITE, file), 'utf8').matchAll(/(?:\bfrom|^import|\bimport\()\s*'([^']+)'/gm)].map(
    (match) => match[1] as string,
  );

// issue 2.13: "black box over HTTP"
test.each(
  globSync('**/*.ts', { cwd: SUITE, exclude: ['node_modules/**', 'vitest.config.ts'] }).filter(
    (file) => !OUTSIDE.test(file) && !EXCEPTIONS.includes(file),
  ),
)('%s imports nothing of the system', (file) => {
  const imports = importsOf(file);
  expect(imports.filter((from) => !ALLOWED.test(from) || /\.\.\/\.\.\/|\/(fixtures|system)\//.test(from))).toEqual([]);
});

// issue 2.13: "A table in its README maps sentence → test."
test('the table lists every sentence with its proof, sorted by source and section', () => {
  const rows = conformanceRows();
  expect(rows.length).toBe(provenSentences().length + PROVEN_ELSEWHERE.length);
  expect(rows[0]?.reference).toBe('spec 1');
  expect(rows.filter(({ proof }) => proof === '')).toEqual([]);
  expect(conformancePage().split('\n').length).toBe(rows.length + 5);
});

// issue 2.13: "one named test for each sentence of the specification and the contract that can be observed"
test('a test that quotes no sentence is rejected', () => {
  expect(() => sentencesOf('x.test.ts', "test('works', () => {});")).toThrow('quotes no sentence');
  expect(sentencesOf('x.test.ts', '// spec 8: "A limit."\ntest(\'holds\', () => {});')).toEqual([
    { reference: 'spec 8', text: 'A limit.', file: 'x.test.ts', title: 'holds' },
  ]);
});

// issue 2.13: "one named test for each sentence of the specification and the contract that can be observed"
test('each sentence that is proven elsewhere names test files that exist', () => {
  const named = PROVEN_ELSEWHERE.flatMap(({ files }) => files);
  expect(PROVEN_ELSEWHERE.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(SUITE, '../..', path)))).toEqual([]);
});

// issue 11.19: "the table credits a sentence only to the test that names it"
test('each quoted sentence exists in the specification or the contract', () => {
  expect(strayQuotes(provenSentences())).toEqual([]);
  expect(isThere({ reference: 'contract 1', text: 'Two `Host` headers … 400' })).toBe(true);
  expect(isThere({ reference: 'contract 1', text: 'Three Host headers' })).toBe(false);
});

// issue 2.13: "one named test for each sentence of the specification and the contract that can be observed"
test('each sentence of the contract is quoted by a test, or a row names the test elsewhere that proves it', () => {
  const [sentences, quotes] = [contractSentences(), [...provenSentences(), ...PROVEN_ELSEWHERE]];
  expect(sentences.length).toBeGreaterThan(140);
  expect(unquoted(sentences, quotes)).toEqual([]);
  expect(PROVEN_ELSEWHERE.filter((row) => !isThere(row))).toEqual([]);
  const page =
    '## 4. Resources\n- **Moon** is round. It\n  is far; and `cold`.\n\n| 400 | A | `one_word`, `other` (so) |';
  const grown = contractSentences(page);
  expect(grown.map(({ text }) => text)).toEqual([
    '**Moon** is round.',
    'It is far',
    'and `cold`.',
    '`one_word`',
    '`other` (so)',
  ]);
  expect(unquoted(grown, quotes)).toEqual(grown);
  const [reference, elsewhere] = ['contract 4', { reference: 'contract 5', text: 'and cold' }];
  expect(
    unquoted(grown, [{ reference, text: 'Moon is round. It is far' }, { reference, text: 'one_word' }, elsewhere]),
  ).toEqual([grown[2], grown[4]]);
});

// issue 2.13: "black box over HTTP"
test('each file states its modes, and its reasons for services mode', () => {
  expect(filesOf('embedded')).toContain('suite.test.ts');
  expect(filesOf('services')).toContain('rate-limit.test.ts');
  expect(filesOf('services')).not.toContain('suite.test.ts');
  expect(() => reasonsIn('x.test.ts', '/** Of nothing. */')).toThrow('must say its modes once');
  expect(() => reasonsIn('x.test.ts', '// Modes: embedded, services (weather).')).toThrow('weather');
});
