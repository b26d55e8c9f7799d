/**
 * Maps each sentence of the contract to its proof: a test of this suite that quotes the sentence, or a row of `elsewhere.ts` that names a test of
 * another suite. A sentence without proof fails the suite, so each addition to the contract needs a test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from './quotes.ts';
import { SUITE, type Sentence } from './sentences.ts';

const CONTRACT = join(SUITE, '../../docs/spec/contract.md');

/** A sentence ends at a full stop or a semicolon. In a table row, each word in backticks with its explanation is a sentence. */
export function contractSentences(page = readFileSync(CONTRACT, 'utf8')): Sentence[] {
  return page
    .split(/^## (?=\d+\. )/m)
    .slice(1)
    .flatMap((section) => {
      const reference = `contract ${Number.parseInt(section, 10)}`;
      const blocks = section.slice(section.indexOf('\n')).split(/\n(?=- |\|)|\n\n/);
      return blocks
        .flatMap((block) => partsOf(block.replaceAll(/\s+/g, ' ').trim()))
        .map((text) => ({ reference, text }));
    });
}

function partsOf(block: string): string[] {
  if (block.startsWith('|'))
    return block
      .split(/\||[,;] (?=`)/)
      .filter((cell) => cell.includes('`'))
      .map((cell) => cell.trim());
  return block
    .replace(/^- /, '')
    .split(/(?<=[.;])\s+(?=[A-Z`*"(0-9]|an? |the )|;\s+/)
    .filter((part) => words(part) !== '');
}

/** A quotation proves the sentence that contains it, and the sentences that it contains. */
export function unquoted(sentences: readonly Sentence[], quotes: readonly Sentence[]): Sentence[] {
  const bounded = (text: string): string => ` ${words(text)} `;
  const parts = ({ text }: Sentence): string[] =>
    text
      .split(/…|→/)
      .map(bounded)
      .filter((part) => part.trim() !== '');
  return sentences.filter(({ reference, text }) => {
    const sentence = bounded(text);
    const own = quotes.filter((quote) => quote.reference.split('.')[0] === reference).flatMap(parts);
    return !own.some((part) => sentence.includes(part) || part.includes(sentence));
  });
}
