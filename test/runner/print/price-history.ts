/** Prints packages/catalog/src/prices/history.ts: the committed versions, and the version of today's table. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PRICES = 'packages/catalog/src/prices';
const FILE = `${PRICES}/history.ts`;

/** A version that was never committed is not part of the history. */
function committed(): string {
  try {
    return execFileSync('git', ['show', `HEAD:${FILE}`], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return readFileSync(join(ROOT, FILE), 'utf8');
  }
}

const published = Array.from(committed().matchAll(/^ {2}'(.+)',$/gm), ([, version]) => version as string);
const { PRICE_TABLE } = (await import(join(ROOT, PRICES, 'table.ts'))) as { readonly PRICE_TABLE: object };
const { priceVersionOf } = (await import(join(ROOT, PRICES, 'version.ts'))) as {
  readonly priceVersionOf: (table: object) => string;
};
const priceVersion = priceVersionOf(PRICE_TABLE);
const versions = published.includes(priceVersion) ? published : [...published, priceVersion];

process.stdout.write(
  [
    '/**',
    ' * Every pricing version ever published, oldest first; `npm run generate` appends to it and never takes away. Several may be of one',
    ' * day: the digest tells them apart.',
    ' */',
    'export const PRICE_HISTORY = [',
    ...versions.map((version) => `  '${version}',`),
    '] as const;',
    '',
  ].join('\n'),
);
