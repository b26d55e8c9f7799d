/**
 * The longest searches of image-optimize end within the limits of a run. Their source is noise with transparency, for
 * which every encoder takes the most time and memory. To test the largest allowed image (eight minutes of one core):
 * IMAGE_MEGAPIXELS=40 npm run vitest -- run apps/worker-image/src/largest.test.ts
 */
import { findIsolation } from '@farebox/sandbox';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageOperations } from './operations.ts';
import { runPicture, scratch } from './testing/samples.ts';

const MEGAPIXELS = Number(process.env['IMAGE_MEGAPIXELS'] ?? 0.25);
/** Long enough for a busy machine; the worker itself limits the run. */
const TIMEOUT = { timeout: 120_000 + MEGAPIXELS * 20_000 };

describe('the longest searches', () => {
  const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
  let directory: Awaited<ReturnType<typeof scratch>>;
  beforeAll(async () => {
    directory = await scratch();
  });
  afterAll(async () => {
    await close();
    await directory[Symbol.asyncDispose]();
  });

  const side = Math.floor(Math.sqrt(MEGAPIXELS * 1e6));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = () =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#808080', noise } })
      .ensureAlpha(0.7)
      .png({ compressionLevel: 1 });

  it.for([
    ['jpeg', { similarity: 1 }],
    ['jpeg', { maxBytes: 100 }],
    ['png', { maxBytes: 100 }],
    ['webp', { similarity: 1 }],
    ['avif', { similarity: 1 }],
    ['avif', { maxBytes: 100 }],
  ] as const)('as %s, for %j', TIMEOUT, async ([model, target]) => {
    const input = { model, ...target };
    const { result, artifacts } = await runPicture(operations, {
      tool: 'image-optimize',
      image: picture(),
      input,
      directory: directory.path,
    });
    expect(artifacts).toMatchObject([{ width: side, height: side }]);
    expect(result).toMatchObject({ quality: expect.any(Number), encodings: expect.any(Number) });
  });
});
