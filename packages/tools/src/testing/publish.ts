/** For tests: a manifest, and publishing it without an operator. */
import type { Database } from '@farebox/db';
import type { ToolManifest } from '@farebox/manifest';
import { publishTool, readTool, type StoredVersion } from '../index.ts';

type Members = Readonly<Record<string, unknown>>;

/** A tool that reads text in a picture, for 800 micro-USD the started megapixel. @param changes members that replace those of the manifest. */
export const manifestOf = (name = 'acme-read-text', changes: Members = {}): Members => ({
  farebox: 1,
  name,
  title: 'Read text',
  description: 'Finds printed text in a picture and returns it line by line.',
  category: 'image',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['source'],
    properties: {
      source: { title: 'Picture', $ref: 'farebox:file' },
      languages: { type: 'array', maxItems: 4, items: { enum: ['en', 'de', 'fr'] }, default: ['en'] },
    },
  },
  example: { source: { fileId: 'file_sample_photo' } },
  files: { '/source': { mimeTypes: ['image/jpeg', 'image/png'], pixelsMax: 40_000_000 } },
  output: { result: { type: 'object' } },
  price: {
    unit: 'megapixel',
    unitPriceMicros: 800,
    minimumChargeMicros: 1_000,
    units: { ceil: { div: [{ fact: '/source', of: 'pixels' }, 1_000_000] } },
    onFailure: 'none',
  },
  runner: {
    kind: 'http',
    url: 'http://127.0.0.1:9/farebox/v1',
    secret: 'acme-runner',
    idempotent: true,
    maxRuntimeSeconds: 120,
    concurrency: 8,
  },
  test: { simulate: { result: { lines: [] }, units: 2 } },
  ...changes,
});

/** Throws an error with the problems of a wrong manifest. */
export function readForTest(document: unknown): ToolManifest {
  const read = readTool(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}

/** Publishes a manifest and, unless told otherwise, activates it. */
export async function publishForTest(
  database: Database,
  document: unknown = manifestOf(),
  { activate = true }: { readonly activate?: boolean } = {},
): Promise<StoredVersion> {
  const tool = readForTest(document);
  return (await database.transaction((transaction) => publishTool(transaction, { tool, activate, by: 'test' })))
    .version;
}
