/**
 * A quote is a ceiling: for any request to an image tool, the measured units and the artifacts are within the quote
 * and the plan. To test more, larger uses with another seed: `QUOTED_USES=300 QUOTED_UNITS=40 MEDIA_SEED=7 npm run
 * vitest -- run apps/worker-image/src/quotes.test.ts`.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createCatalog } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { type SourceFile, staysWithinQuotes, toolsOf } from '@farebox/worker/testing';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageOperations } from './operations.ts';
import { plain, scratch, waves } from './testing/samples.ts';

const USES = Number(process.env['QUOTED_USES'] ?? 12);
const UNITS_MAX = Number(process.env['QUOTED_UNITS'] ?? 6);
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);

/** Sizes around a full megapixel, with and without transparency, rotated, thin, and of one pixel. */
const PICTURES: readonly (() => Sharp)[] = [
  () => waves(1000, 1000).jpeg(),
  () => waves(1001, 1000).withMetadata({ orientation: 6 }).jpeg(),
  () => waves(317, 211, 4).png(),
  () => plain(1, 1, '#ff000080').png(),
  () => waves(3, 900).webp(),
  () => waves(400, 77).avif({ effort: 0 }),
];

// Without the rehearsal: it always measures one unit, and waits as long as its input says.
const catalog = createCatalog({ rehearsal: false });
const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;
const files: SourceFile[] = [];

/** Measures the file from its bytes alone. */
async function measure(path: string) {
  const { format, autoOrient } = await sharp(path).metadata();
  return { mimeType: `image/${format === 'heif' ? 'avif' : format}`, ...autoOrient };
}

beforeAll(async () => {
  directory = await scratch();
  for (const [index, picture] of PICTURES.entries()) {
    const path = join(directory.path, String(index));
    await picture().toFile(path);
    const stored = { id: `file_${index}`, sha256: '0'.repeat(64), sizeBytes: statSync(path).size };
    files.push({ ...stored, path, ...(await measure(path)) });
  }
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

test.for(toolsOf(catalog, 'image').map((tool) => [tool.name, tool] as const))(
  'measures and makes no more than was quoted: %s',
  { timeout: 120_000 + USES * 60_000 },
  async ([, tool]) => {
    const uses = { runs: USES, seed: SEED, unitsMax: UNITS_MAX };
    expect(await staysWithinQuotes({ catalog, tool, operations, files, measure, ...uses })).toBeGreaterThan(0);
  },
);
