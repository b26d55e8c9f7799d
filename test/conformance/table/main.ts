/**
 * `npm run node -- test/conformance/table/main.ts --write` writes the table of docs/conformance.md; without `--write` it reports
 * whether the table is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provenSentences, SUITE, type ProvenSentence } from './sentences.ts';

const PAGE = join(SUITE, '../../docs/conformance.md');
const [BEGIN, END] = ['<!-- table: begin -->', '<!-- table: end -->'];
const SOURCES = ['spec', 'contract', 'issue', 'rfc', 'promises', 'threat'];

export function isTableFresh(): boolean {
  const page = readFileSync(PAGE, 'utf8');
  return page === withTable(page);
}

function withTable(page: string): string {
  const [head] = page.split(BEGIN);
  const tail = page.split(END)[1];
  if (head === undefined || tail === undefined) throw new Error(`docs/conformance.md has no ${BEGIN} … ${END}`);
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
  if (process.argv.includes('--write')) writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
  else if (!isTableFresh()) {
    console.error(
      'The table of docs/conformance.md is stale: run npm run node -- test/conformance/table/main.ts --write',
    );
    process.exitCode = 1;
  }
}
