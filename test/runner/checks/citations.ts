/**
 * Every decision record that code or a page cites exists. When a record is removed, this check names each file that still cites it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';
import { readRecords } from './records.ts';

const TEXT = /(\.(ts|mts|mjs|sql|prisma|md|ya?ml|sh|txt|json|toml)|Dockerfile[^/]*)$/;
/** Files that were given to us, and files about record numbers themselves. */
const APART = /^(docs\/spec\/|pnpm-lock\.yaml$|test\/runner\/checks\/(records|citations)\.test\.ts$)/;
/** `docs/decisions/0001`, `decision 0001`. */
const ANYWHERE = /\b(?:decisions?[/ ]|record )(\d{4})\b/g;
/** Pages also cite a record by its number alone. File modes begin with 04 or more. */
const IN_PAGES = /(?<![\d.,/:_-])(0[0-3]\d\d)(?![\d_.]\d|[\d_-])/g;

export const citations: Check = {
  name: 'citations',
  run: ({ root }) => {
    const known = new Set(readRecords(root).map(({ number }) => number));
    const files = listFiles(root).filter((path) => TEXT.test(path) && !APART.test(path));
    const wrong = files.flatMap((path) => strayCitations(path, readFileSync(join(root, path), 'utf8'), known));
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

export function strayCitations(path: string, text: string, known: ReadonlySet<string>): string[] {
  const forms = path.endsWith('.md') ? [ANYWHERE, IN_PAGES] : [ANYWHERE];
  const cited = new Set(forms.flatMap((form) => [...text.matchAll(form)].map(([, number]) => number!)));
  return [...cited].filter((number) => !known.has(number)).map((number) => `${path}: there is no record ${number}`);
}
