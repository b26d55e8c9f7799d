/**
 * Checks that prose is easy to read: no comment, test title or heading has a clause as its subject ("What …", "Of …"), no line and no table cell
 * is too long. Generated files are skipped, because their sources are checked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';
import { type Line, commentLines, proseLines, tableCells } from './prose-lines.ts';

const LINE_MAX = 160;
const CELL_MAX = 120;
const OPENING = /^(What|Who|Whoever|Of)\b/i;
/** A quotation of the specification or the contract, as the conformance suite reads it: it stands on one line. */
const QUOTATION = /^(spec|contract|issue|rfc|promises|threat)[ \d.]*: "/;
const HEADING = /^#+ (?:\d{4} )?(.*)/;
/** The beginning of a paragraph or of a list item that is no question. */
const PARAGRAPH = /^(?:[-*] |\d+\. )?((?:What|Who|Whoever|Of)\b[^?]*)$/;
const TITLE = /^\s*(?:test|it|describe)\b[^'"`]*\(\s*['"`](.*)/;

const READ = /\.(ts|mjs|sql|sh|ya?ml|prisma|md)$|(^|\/)Dockerfile$|^\.env\.example$/;
/** The specification stays as it was given, the skill is generated, a published migration never changes, and this check's tests hold breaches. */
const UNREAD =
  /(^|\/)generated\/|^pnpm-lock\.yaml$|^prisma\/(migrations\/|schema\.sql$)|^docs\/spec\/tool-execution-api\.md$|^skills\/|^test\/runner\/checks\/prose[^/]*\.test\.ts$/;

export const prose: Check = {
  name: 'plain prose',
  run: ({ root }) => {
    const found = listFiles(root)
      .filter((path) => READ.test(path) && !UNREAD.test(path))
      .flatMap((path) => proseProblems(path, readFileSync(join(root, path), 'utf8')));
    return Promise.resolve(found.length === 0 ? null : found.join('\n'));
  },
};

/** One complaint a line of the file, "path:line: …". */
export function proseProblems(path: string, text: string): string[] {
  const problems = path.endsWith('.md') ? pageProblems(text) : codeProblems(path, text);
  return problems.map(([number, problem]) => `${path}:${number}: ${problem}`);
}

type Problem = readonly [line: number, problem: string];

function pageProblems(text: string): Problem[] {
  const lines = proseLines(text);
  const begins = new Set(
    lines.filter((line, index) => beginsParagraph(line.text, lines[index - 1]?.text)).map(({ number }) => number),
  );
  return [
    ...lines.flatMap(({ number, text: line }) => [
      ...tooLong(number, line),
      ...opening(number, HEADING.exec(line)?.[1], 'a heading'),
      ...(begins.has(number) ? opening(number, PARAGRAPH.exec(line)?.[1], 'a paragraph') : []),
    ]),
    ...tableCells(text)
      .filter(({ text: cell }) => cell.length > CELL_MAX)
      .map(({ number, text: cell }): Problem => [
        number,
        `a table cell of ${cell.length} characters, at most ${CELL_MAX}: make it a section`,
      ]),
  ];
}

/** A later line of a paragraph may begin with any word. */
const beginsParagraph = (line: string, before = ''): boolean =>
  /^([-*] |\d+\. )/.test(line) || before.trim() === '' || before.startsWith('#');

function codeProblems(path: string, text: string): Problem[] {
  const titles = path.endsWith('.test.ts')
    ? text.split('\n').flatMap((line, index) => opening(index + 1, TITLE.exec(line)?.[1], 'a test title'))
    : [];
  return [
    ...commentLines(path, text).flatMap(({ number, text: line, first, whole }) => [
      ...(QUOTATION.test(line) ? [] : tooLong(number, whole)),
      ...(first ? opening(number, line, 'a comment') : []),
    ]),
    ...titles,
  ];
}

const tooLong = (number: Line['number'], line: string): Problem[] =>
  line.length > LINE_MAX ? [[number, `a line of ${line.length} characters, at most ${LINE_MAX}`]] : [];

const opening = (number: Line['number'], sentence: string | undefined, kind: string): Problem[] => {
  const [, word] = OPENING.exec(sentence ?? '') ?? [];
  return word === undefined ? [] : [[number, `${kind} opens with "${word}": name the thing and what it does`]];
};
