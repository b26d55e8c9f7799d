/**
 * Writes `build/conformance.md`: one row for each sentence of the specification, the contract and the issues, with the test that proves it.
 * Run it by `npm run node -- test/conformance/table/main.ts`. The file is a build artefact and is not committed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROVEN_ELSEWHERE } from './elsewhere.ts';
import { provenSentences, SUITE } from './sentences.ts';

const BUILD = resolve(SUITE, '../../build');
const SOURCES = ['spec', 'contract', 'issue', 'rfc', 'promises', 'threat'];

interface Row {
  readonly reference: string;
  readonly text: string;
  /** A file of this suite with the title of a test, or files elsewhere. */
  readonly proof: string;
}

export function conformanceRows(): Row[] {
  const here = provenSentences().map(({ reference, text, file, title }) => ({
    reference,
    text,
    proof: `${file} › ${title}`,
  }));
  const elsewhere = PROVEN_ELSEWHERE.map(({ reference, text, files }) => ({
    reference,
    text,
    proof: files.join(', '),
  }));
  return [...here, ...elsewhere].toSorted(byReference);
}

const byReference = (a: Row, b: Row): number =>
  source(a) - source(b) || a.reference.localeCompare(b.reference, 'en', { numeric: true });

const source = ({ reference }: Row): number => SOURCES.indexOf(reference.split(' ')[0] as string);

export const conformancePage = (): string =>
  [
    '# Which test proves which sentence',
    '',
    '| Section | Sentence | Test |',
    '| --- | --- | --- |',
    ...conformanceRows().map(({ reference, text, proof }) => `| ${reference} | ${cell(text)} | ${cell(proof)} |`),
    '',
  ].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\\n', ' ').replaceAll('<', '&lt;');

if (import.meta.main) {
  const path = join(BUILD, 'conformance.md');
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(path, conformancePage());
  console.log('build/conformance.md');
}
