/** Checks that docs/when-things-go-wrong.md explains every word of the closed lists that the OpenAPI document contains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../../docs');
const PAGES = ['vocabulary.md', 'errors.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');

/** Every string in an `enum` or a `const` of the body schemas, without parameters, headers and examples. */
function wordsOf(part: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [name, value] of Object.entries(part)) {
    if (['example', 'examples', 'headers', 'parameters'].includes(name)) continue;
    const words: readonly unknown[] = name === 'enum' && Array.isArray(value) ? value : name === 'const' ? [value] : [];
    for (const word of words) if (typeof word === 'string') found.add(word);
    wordsOf(value, found);
  }
  return found;
}

/** Whether the page has the word as code or as a table cell. */
const isExplained = (word: string): boolean => PAGES.includes(`\`${word}\``) || PAGES.includes(`| ${word} |`);

test('the troubleshooting page explains every word that a response can contain', () => {
  const words = [...wordsOf(JSON.parse(readFileSync(join(DOCS, 'openapi.json'), 'utf8')) as unknown)];
  expect(words).toContain('content_rejected');
  expect(words.filter((word) => !isExplained(word))).toEqual([]);
});
