/**
 * The field's words stay: a name in code that says a private word instead is a breach. Only names are looked at, because a sentence may well
 * use the plain word. What is left of our own vocabulary is the glossary in ARCHITECTURE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

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

const NAMES = /\b(?:const|let|function|class|interface|type|readonly)\s+([A-Za-z_$][\w$]*)/g;
/** Neither the canary nor this check's own examples. */
const CODE = /^(packages|apps|test)\/(?!canary\/|runner\/checks\/words).*\.ts$/;
const WIRE = /^(provider_does_not_answer|no_answer)$/;

export const words: Check = {
  name: "the field's words",
  run: ({ root }) => {
    const found = listFiles(root)
      .filter((path) => CODE.test(path))
      .flatMap((path) => privateWords(path, readFileSync(join(root, path), 'utf8')));
    return Promise.resolve(found.length === 0 ? null : found.join('\n'));
  },
};

/** One complaint a name, "path:line: …"; file names count as names. */
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

function complaintsOf(name: string): string[] {
  if (WIRE.test(name)) return [];
  const parts = name.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts.flatMap((part) => (WORDS[part] === undefined ? [] : [`${name}: say ${WORDS[part]}`]));
}
