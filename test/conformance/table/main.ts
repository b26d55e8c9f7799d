/** `node test/conformance/table/main.ts --write` writes the table of README.md; without it, says whether the table is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provenSentences, SUITE, type ProvenSentence } from './sentences.ts';

const README = join(SUITE, 'README.md');
const [BEGIN, END] = ['<!-- table: begin -->', '<!-- table: end -->'];
const SOURCES = ['spec', 'contract', 'issue', 'rfc', 'promises', 'threat'];

export function isTableFresh(): boolean {
  const readme = readFileSync(README, 'utf8');
  return readme === withTable(readme);
}

function withTable(readme: string): string {
  const [head] = readme.split(BEGIN);
  const tail = readme.split(END)[1];
  if (head === undefined || tail === undefined) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${head}${BEGIN}\n\n${table()}\n\n${END}${tail}`;
}

function table(): string {
  const rows = provenSentences().toSorted(byPlace).map(row);
  return ['| Place | Sentence | Test |', '| --- | --- | --- |', ...rows].join('\n');
}

function byPlace(a: ProvenSentence, b: ProvenSentence): number {
  return source(a) - source(b) || a.place.localeCompare(b.place, 'en', { numeric: true });
}

const source = ({ place }: ProvenSentence): number => SOURCES.indexOf(place.split(' ')[0] as string);

const row = ({ place, text, file, title }: ProvenSentence): string =>
  `| ${place} | ${cell(text)} | ${file} › ${cell(title)} |`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\\n', ' ').replaceAll('<', '&lt;');

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(README, withTable(readFileSync(README, 'utf8')));
  else if (!isTableFresh()) {
    console.error('The table of test/conformance/README.md is stale: run node test/conformance/table/main.ts --write');
    process.exitCode = 1;
  }
}
