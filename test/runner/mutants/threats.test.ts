/** Compares the table of mutants with the table of threats in the design. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from './list/index.ts';
import type { Mutant } from './mutant.ts';
import { fixedText, isDeclared } from './titles.ts';
import { type Row, THREATS } from './threats.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Exists beside a checkout of the designers; a clone does not have it. */
const DESIGN = [resolve(ROOT, '..'), resolve(ROOT, '../..')]
  .map((folder) => resolve(folder, 'shared/design/promises.md'))
  .find((file) => existsSync(file));

const sourceOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

test('every threat has a mutant, and every mutant a threat or a promise', () => {
  const served = new Set<Row>(mutants.map(({ threat }) => threat));
  expect(Object.keys(THREATS).filter((threat) => !served.has(threat as Row))).toEqual([]);
  expect([...served].filter((threat) => !/^I([1-9]|1[0-3])$/.test(threat) && !(threat in THREATS))).toEqual([]);
});

test('no two mutants have the same name or remove the same text', () => {
  const pieces = mutants.map(({ file, defence, without }) => JSON.stringify([file, defence, without]));
  for (const all of [mutants.map(({ name }) => name), pieces]) expect(new Set(all).size).toBe(all.length);
});

test('each file contains the text of its defence exactly once', () => {
  const times = ({ file, defence }: Mutant): number => sourceOf(file).split(defence).length - 1;
  expect(mutants.filter((mutant) => times(mutant) !== 1).map(({ name }) => name)).toEqual([]);
});

/** A test file and the modules that it imports, which often contain its table of cases; not those of a program in a text. */
function sourcesOf(file: string): string {
  const source = sourceOf(file);
  const imports = [...source.matchAll(/^(?:import .*|\}) from '(\.[^']+\.ts)'/gm)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [source, ...imports.map(sourceOf)].join('\n');
}

test('each title of a mutant is declared in its test files, and each of these files declares one', () => {
  const problems = mutants.flatMap(({ name, tests, titles }) => {
    const sources = tests.map(sourcesOf);
    return [
      ...titles.filter((title) => !sources.some((source) => isDeclared(source, title))),
      ...tests.filter((_, index) => !titles.some((title) => isDeclared(sources[index] ?? '', title))),
    ].map((missing) => `${name}: ${missing}`);
  });
  expect(problems).toEqual([]);
});

test('no title consists of placeholders only, which would match every test of its file', () => {
  expect(mutants.flatMap(({ titles }) => titles).filter((title) => !/[a-z]/i.test(fixedText(title)))).toEqual([]);
});

test('the threats are those of the design, in its words', ({ skip }) => {
  if (DESIGN === undefined) {
    process.stdout.write('skipped: no design beside this checkout, so the threats are compared with nothing\n');
    return skip();
  }
  const [, table = ''] =
    /## Threats and the defence\n\| threat \| defence \|\n\|---\|---\|\n((?:\|.*\n?)+)/.exec(
      readFileSync(DESIGN, 'utf8'),
    ) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((row) => /^\| (.*?) \| (.*) \|$/.exec(row)?.slice(1));
  expect(Object.entries(THREATS)).toEqual(rows);
});

/** Defences that an attack review removed without a test failing. */
const ONCE_UNTESTED: Readonly<Record<string, string>> = {
  "project_id in the worker's inputs": "another project's file is a step's input",
  'constant-time compare of a key': 'digests are compared byte by byte',
  'constant-time compare of a signature': 'signatures are compared byte by byte',
  headersTimeout: 'a head may take for ever',
  requestTimeout: 'a request may take for ever',
  maxConnections: 'connections are not counted',
  "sharp's blocked loaders": 'every decoder of libvips is loaded',
  'pattern of artifact names': 'an artifact of a decoding child may have any name',
  'children ending after 100 tasks': 'a decoding child lives for ever',
  'children ending after their tasks': 'a child lives for ever',
  'first of several addresses': 'only the first of several addresses is checked',
  'operator port on all interfaces': 'the operator API listens everywhere',
};

test('every defence that once could be removed unnoticed has a mutant', () => {
  const names = new Set(mutants.map(({ name }) => name));
  expect(Object.entries(ONCE_UNTESTED).filter(([, name]) => !names.has(name))).toEqual([]);
});
