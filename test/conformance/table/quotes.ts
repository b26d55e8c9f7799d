/** Whether what a test quotes really stands where it says: a sentence that has changed must not stay proven. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITE, type ProvenSentence, type Sentence } from './sentences.ts';

const PAGES = { spec: 'tool-execution-api.md', contract: 'contract.md' } as const;

/** Rows of tables and marks of Markdown are quoted without their bars and ticks. */
export const words = (text: string): string =>
  text
    .replaceAll(/[`*\\]/g, '')
    .replaceAll(/[|:;,."()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();

/** `contract 4` → the words of its section. */
const SECTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(PAGES).flatMap(([source, page]) =>
    readFileSync(join(SUITE, '../../docs/spec', page), 'utf8')
      .split(/^## (?=\d+\. )/m)
      .slice(1)
      .map((section) => [`${source} ${Number.parseInt(section, 10)}`, words(section)] as const),
  ),
);

/** What an ellipsis or an arrow leaves out may be anything. */
export function isThere({ place, text }: Sentence): boolean {
  const [source = ''] = place.split(' ');
  if (!(source in PAGES)) return true; // an issue is not kept here
  const section = SECTIONS.get(place.split('.')[0] as string);
  return section !== undefined && text.split(/…|→/).every((part) => section.includes(words(part)));
}

export const strayQuotes = (sentences: readonly ProvenSentence[]): string[] =>
  sentences.filter((each) => !isThere(each)).map(({ place, text, file }) => `${file}: ${place} does not say "${text}"`);
