/** The OpenAPI document explains itself: every property has a text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../../../docs');

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
const document = JSON.parse(readFileSync(join(DOCS, 'openapi.json'), 'utf8')) as object;

/** Every property of every schema in a part of the document, also in items, unions and parameters. Examples are no schemas. */
function propertiesIn(part: unknown, at = ''): readonly (readonly [path: string, schema: Schema])[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {} } = part as Schema;
  const own = Object.entries(properties).map(([name, schema]) => [`${at}.${name}`, schema] as const);
  const inner = Object.entries(part)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, value]) => propertiesIn(value, `${at}/${name}`));
  return [...own, ...inner];
}

/** A text that repeats the name says nothing. */
const isFiller = (path: string, description: string): boolean => {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const words = description
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .split(' ');
  return words.filter((word) => !['the', 'a', 'an', 'of', 'this', 'its'].includes(word)).join('') === name;
};

test('every property of every schema has a description', () => {
  const properties = propertiesIn(document);
  expect(properties.length).toBeGreaterThan(500);
  expect(properties.filter(([, { description = '' }]) => description.trim() === '').map(([path]) => path)).toEqual([]);
  expect(properties.filter(([path, { description = '' }]) => isFiller(path, description))).toEqual([]);
});

test('a property without a description is found wherever it is', () => {
  const found = propertiesIn({
    a: [{ properties: { b: { items: { properties: { c: {} } } } } }],
    example: { properties: { d: {} } },
  });
  expect(found.map(([path]) => path)).toEqual(['/a/0.b', '/a/0/properties/b/items.c']);
});
