/** House rules that no tool checks. Each complaint says where and why; no rule is a matter of taste. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

const LINES_MAX = 250;

interface Source {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Returns one complaint for each breach, "path:line: reason". */
type Rule = (source: Source) => readonly string[];

export const houseStyle: Check = {
  name: 'house style',
  run: ({ root }) => {
    const complaints = listFiles(root).flatMap((path) => complaintsOf(root, path));
    return Promise.resolve(complaints.length === 0 ? null : complaints.join('\n'));
  },
};

function complaintsOf(root: string, path: string): string[] {
  const rules = RULES.filter(({ files }) => files.test(path));
  if (rules.length === 0) return [];
  return check(path, readFileSync(join(root, path), 'utf8'));
}

/** Returns the complaints of all rules about one file. */
export function check(path: string, text: string): string[] {
  const source = { path, lines: text.split('\n') };
  return RULES.filter(({ files }) => files.test(path)).flatMap(({ rule }) => rule(source));
}

const CODE = /\.(ts|tsx|mjs|sh|lua|sql)$/;
const TEXT = /\.(ts|tsx|mjs|sh|lua|sql|json|ya?ml|md|prisma|html|css)$|(^|\/)(Dockerfile|run)$/;
const NOT_LOCKED = /^(?!pnpm-lock\.yaml$).*/;
const PRODUCTION = /^(packages|apps)\/(?!.*\.(test|suite)\.ts$).*\.ts$/;
const MONEY =
  /^packages\/(ledger|executions|providers|catalog|contract|price-rules|manifest)\/src\/(?!.*\.test\.ts$).*\.ts$/;
const TEST = /\.test\.ts$/;

/** Allows the pause of a polling loop, work that waits for an abort, and a line that states its reason. */
const FIXED_SLEEP =
  /^(?!.*(\bwhile\b|\bsignal\b|\/\/ )).*(await (sleep|pause|delay|setTimeout)\(\s*|new Promise.*setTimeout\(\w+,\s*)[\d_]+/;

const RULES: readonly { readonly files: RegExp; readonly rule: Rule }[] = [
  // Generated files are not sources; the baseline is one long migration by nature.
  {
    files: both(CODE, /^(?!.*\/generated\/|prisma\/schema\.sql$|prisma\/migrations\/\d+_baseline\/)/),
    rule: shortEnough,
  },
  // The titles of a test file say why it exists; a comment says why it needs a process of its own.
  { files: both(CODE, /^(?!.*(?<!\.process)\.test\.ts$)/), rule: opensWithAComment },
  { files: CODE, rule: namedAfterAConcept },
  { files: both(TEXT, NOT_LOCKED), rule: line(/(^|[^\w.$])\/(work|root|Users)\//, 'a path of one machine') },
  { files: MONEY, rule: line(/\b(Number|parseInt|parseFloat)\([^)]*[mM]icros/, 'money becomes a float') },
  {
    files: MONEY,
    rule: line(/[mM]icros\w*(\(\))?\s*\/(?![/*])/, 'money is divided by divFloor or divCeil, which say who gains'),
  },
  {
    files: TEST,
    rule: line(FIXED_SLEEP, 'a fixed sleep: wait for the signal, or say on this line why it is about time'),
  },
  { files: TEST, rule: line(/\bvi\.(mock|doMock)\(/, 'a mocked module; use the real one') },
  {
    files: /^(?!examples\/)(.*\/)?package\.json$/,
    rule: line(/^ +"(?!version")[^"]+": "[~^]?\d+\./, 'versions stand once, in the catalog'),
  },
  { files: PRODUCTION, rule: line(/^\s*\/\/ ?(TODO|FIXME|XXX|HACK)/, 'unfinished work belongs in an issue') },
];

function both(first: RegExp, second: RegExp): RegExp {
  return new RegExp(`^(?=.*(?:${first.source}))(?=(?:${second.source}))`);
}

function line(pattern: RegExp, reason: string): Rule {
  return ({ path, lines }) =>
    lines.flatMap((text, index) => (pattern.test(text) ? [`${path}:${index + 1}: ${reason}: ${text.trim()}`] : []));
}

function shortEnough({ path, lines }: Source): string[] {
  return lines.length - 1 > LINES_MAX
    ? [`${path}:1: ${lines.length - 1} lines, at most ${LINES_MAX}: is it one thing?`]
    : [];
}

function opensWithAComment({ path, lines }: Source): string[] {
  const first = lines.find((text) => text !== '' && !text.startsWith('#!')) ?? '';
  return /^(\/\*|\/\/|#|--)/.test(first)
    ? []
    : [`${path}:1: does not open with a comment that says why the file exists`];
}

function namedAfterAConcept({ path }: Source): string[] {
  const parts = [...path.split('/').slice(0, -1), basename(path).replace(/\.[^.]+$/, '')];
  const vague = parts.find((part) => /^(utils?|helpers?|common|misc|managers?|services?|lib)$/.test(part));
  return vague === undefined ? [] : [`${path}:1: "${vague}" is not a concept`];
}
