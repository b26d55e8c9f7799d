/**
 * The field's words stay: a private word in a name, and a private phrase in a comment or a page, is a breach. What is left of our own vocabulary is the
 * glossary in ARCHITECTURE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';
import { commentLines, proseLines } from './prose-lines.ts';

/** A part of a name → the word of the field. */
const WORDS: Readonly<Record<string, string>> = {
  nudge: 'notify',
  nudges: 'notify',
  nudged: 'notified',
  ground: 'fixture',
  grounds: 'fixtures',
  looks: 'wake-ups, or polls',
  answer: 'response, reply or result',
  answers: 'responses, replies or results',
  refusal: 'error',
  refusals: 'errors',
  patience: 'retry, or a time limit',
  patiently: 'retry',
  homeward: 'retry',
  conclude: 'commit',
  strike: 'inject',
  strikes: 'injections',
  healed: 'recovered',
};

/** A phrase of a sentence → what to write. */
const PHRASES: readonly (readonly [phrase: RegExp, advice: string])[] = [
  [/\bwhoever\b/i, 'name the actor: client, worker, operator'],
  [/\bcoalesced?\b/i, 'grouped query'],
  [/\bnudged?\b/i, 'notify'],
  [/\bhomeward\b/i, 'retry'],
  [/\bin nobody'?s hands\b/i, 'without a claim'],
  [/\bruns away\b/i, 'spends too much'],
  [/\bthe way of the money\b/i, 'the path of the money'],
];

const NAMES = /\b(?:const|let|function|class|interface|type|readonly)\s+([A-Za-z_$][\w$]*)/g;
/** Neither the canary nor this check's own examples. */
const CODE = /^(packages|apps|test)\/(?!canary\/|runner\/checks\/words).*\.ts$/;
/** Pages and comments. The specification and the contract are quoted as they are; a generated file repeats its source. */
const PROSE =
  /^(?!docs\/spec\/|prisma\/migrations\/|test\/(canary\/|runner\/checks\/words)|.*\/generated\/).*\.(ts|mjs|sql|sh|ya?ml|prisma|md)$/;
const WIRE = /^(provider_does_not_answer|no_answer)$/;

export const words: Check = {
  name: "the field's words",
  run: ({ root }) => {
    const files = listFiles(root);
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    const found = [
      ...files.filter((path) => CODE.test(path)).flatMap((path) => privateWords(path, read(path))),
      ...files.filter((path) => PROSE.test(path)).flatMap((path) => privatePhrases(path, read(path))),
    ];
    return Promise.resolve(found.length === 0 ? null : found.join('\n'));
  },
};

/** Returns one complaint for each name, "path:line: …"; a file name counts as a name. */
export function privateWords(path: string, text: string): string[] {
  const file = path.split('/').at(-1)?.replace(/\..*/, '') ?? '';
  const complaints = complaintsOf(file).map((reason) => `${path}:1: ${reason}`);
  text.split('\n').forEach((line, index) => {
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) return;
    for (const [, name = ''] of line.matchAll(NAMES))
      complaints.push(...complaintsOf(name).map((reason) => `${path}:${index + 1}: ${reason}`));
  });
  return complaints;
}

/** Returns one complaint for each phrase in a comment or a page, "path:line: …". Words in backticks are names. */
export function privatePhrases(path: string, text: string): string[] {
  const lines = path.endsWith('.md') ? proseLines(text) : commentLines(path, text);
  return lines.flatMap(({ number, text: line }) => {
    const sentence = line.replaceAll(/`[^`]*`/g, '');
    return PHRASES.flatMap(([phrase, advice]) => {
      const [said] = phrase.exec(sentence) ?? [];
      return said === undefined ? [] : [`${path}:${number}: "${said}": ${advice}`];
    });
  });
}

function complaintsOf(name: string): string[] {
  if (WIRE.test(name)) return [];
  const parts = name.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts.flatMap((part) => (WORDS[part] === undefined ? [] : [`${name}: say ${WORDS[part]}`]));
}
