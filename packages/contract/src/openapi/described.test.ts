/** The OpenAPI document explains itself: every property, tag and operation has a text, and every operation has code samples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const DOCS = join(import.meta.dirname, '../../../../docs');

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}
interface Document {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const document = JSON.parse(readFileSync(join(DOCS, 'openapi.json'), 'utf8')) as Document;

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

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const listed = document.tags.map(({ name }) => name);

test('every tag has a description and an operation', () => {
  const webhooks = Object.values(document.webhooks ?? {}).flatMap((methods) => Object.values(methods));
  const used = [...operations, ...webhooks].flatMap(({ tags }) => tags);
  expect(document.tags.filter(({ description = '' }) => description === '')).toEqual([]);
  expect(listed.filter((name) => !used.includes(name))).toEqual([]);
  expect(listed).toEqual(expect.arrayContaining(['Tools', 'Uploads', 'Executions', 'Batches', 'Templates']));
});

describe.each(operations)('$operationId', ({ tags, summary, description, parameters = [], ...operation }) => {
  test('has one listed tag, a summary and descriptions', () => {
    expect([tags.length, listed.includes(tags[0] ?? '')]).toEqual([1, true]);
    expect(summary).toMatch(/\S/);
    expect(description).toMatch(/\S/);
    expect(parameters.filter((each) => (each.description ?? '') === '')).toEqual([]);
  });

  test('has samples in curl, TypeScript and Python', () => {
    const samples = operation['x-codeSamples'] ?? [];
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python']);
    for (const { source } of samples) {
      expect(source).toMatch(/FAREBOX_URL/);
      expect(source).not.toMatch(/undefined|\[object/);
    }
  });
});

test('the text for people begins with a first request and explains keys, money, retries, errors and limits', () => {
  const titles = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual([
    'First request',
    'Authentication',
    'Money',
    'Idempotency',
    'Waiting',
    'Errors',
    'Rate limits',
    'More',
  ]);
  for (const [, page] of document.info.description.matchAll(/`((?:docs|packages)\/[^`]+)`/g))
    expect(readFileSync(join(DOCS, '..', page as string), 'utf8')).not.toBe('');
});
