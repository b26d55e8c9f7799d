/** Checks that the quotation of a test stands where it says: a sentence that has changed is no longer proven. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITE, type ProvenSentence, type Sentence } from './sentences.ts';

const PAGES = { spec: 'tool-execution-api.md', contract: 'contract.md' } as const;

/** Table rows and Markdown marks are quoted without their bars and backticks. */
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

/** An ellipsis or an arrow in a quotation stands for any text. */
export function isThere({ reference, text }: Sentence): boolean {
  const [source = ''] = reference.split(' ');
  if (!(source in PAGES)) return true; // issues are not part of the repository
  const section = SECTIONS.get(reference.split('.')[0] as string);
  return section !== undefined && text.split(/…|→/).every((part) => section.includes(words(part)));
}

export const strayQuotes = (sentences: readonly ProvenSentence[]): string[] =>
  sentences
    .filter((each) => !isThere(each))
    .map(({ reference, text, file }) => `${file}: ${reference} does not say "${text}"`);
