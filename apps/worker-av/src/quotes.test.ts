/**
 * A quote is a ceiling: for any request to an audio or video tool, the measured units and the artifacts are within the
 * quote and the plan. To test more, larger uses with another seed: `QUOTED_USES=100 QUOTED_UNITS=40 MEDIA_SEED=7 npm
 * run vitest -- run apps/worker-av/src/quotes.test.ts`. Needs ffmpeg.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inspectFile, type Inspected } from '@farebox/media';
import { type SourceFile, staysWithinQuotes, toolsOf } from '@farebox/worker/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AvOperations } from './operations.ts';
import { FFMPEG, catalog, make, openOperations, scratch, tone } from './testing/media.ts';
import { makeTurned, makeVideo } from './testing/video.ts';

const USES = Number(process.env['QUOTED_USES'] ?? 5);
const UNITS_MAX = Number(process.env['QUOTED_UNITS'] ?? 8);
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);

/**
 * Durations around a full second and sizes around a full megapixel, with one channel and two, rotated, silent, and at
 * an odd rate.
 */
const SOURCES: readonly (readonly [Inspected, (path: string) => string])[] = [
  ['audio/wav', (path) => make(`${path}.wav`, tone(2))],
  ['audio/wav', (path) => make(`${path}.wav`, [...tone(0.11, 8000), '-ac', '1'])],
  ['audio/mpeg', (path) => make(`${path}.mp3`, tone(0.99))],
  ['audio/mp4', (path) => make(`${path}.m4a`, tone(2.995))],
  ['audio/ogg', (path) => make(`${path}.opus`, tone(1.003, 48_000))],
  ['audio/flac', (path) => make(`${path}.flac`, [...tone(1.4, 22_050), '-ac', '1'])],
  ['video/mp4', (path) => makeVideo(`${path}.mp4`, { size: '640x360', seconds: 5, rate: '15000/1001' })],
  ['video/mp4', (path) => makeVideo(`${path}.mp4`, { size: '1002x1000', seconds: 1, rate: 12 })],
  ['video/mp4', (path) => makeTurned(makeVideo(`${path}.mp4`, { size: '1000x340', seconds: 3, rate: 10 }))],
  ['video/mp4', (path) => makeVideo(`${path}.mp4`, { size: '98x130', seconds: 0.7, rate: 50, sound: false })],
];

describe.skipIf(FFMPEG === null)('a quote is a ceiling', () => {
  let av: AvOperations;
  let directory: Awaited<ReturnType<typeof scratch>>;
  const files: SourceFile[] = [];

  async function measure(path: string, mimeType: string) {
    const found = inspectFile(path, mimeType as Inspected);
    if (!found.ok) throw new Error(found.problem);
    const { ok: _, ...facts } = found;
    return { mimeType, ...facts };
  }

  beforeAll(async () => {
    av = openOperations();
    directory = await scratch();
    for (const [index, [mimeType, source]] of SOURCES.entries()) {
      const path = source(join(directory.path, String(index)));
      const stored = { id: `file_${index}`, sha256: '0'.repeat(64), sizeBytes: statSync(path).size };
      files.push({ ...stored, path, ...(await measure(path, mimeType)) });
    }
  });
  afterAll(async () => {
    await av.close();
    await directory[Symbol.asyncDispose]();
  });

  test.for(toolsOf(catalog, 'av').map((tool) => [tool.name, tool] as const))(
    'for measured units and artifacts: %s',
    { timeout: 120_000 + USES * 60_000 },
    async ([, tool]) => {
      const uses = { runs: USES, seed: SEED, unitsMax: UNITS_MAX };
      expect(
        await staysWithinQuotes({ catalog, tool, operations: av.operations, files, measure, ...uses }),
      ).toBeGreaterThan(0);
    },
  );
});
