import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { startedMegapixelSeconds } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false, videoFormats: new Set(['h264', 'av1'] as const) });
const STORED = { id: 'file_0', mimeType: 'video/mp4', sizeBytes: 9, sha256: '0'.repeat(64) };
const HD = { width: 1920, height: 1080, durationSeconds: 10 };
const source = { fileId: 'file_0' };
const quote = (tool: string, input: Readonly<Record<string, unknown>>, facts: object = HD) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_0', { ...STORED, ...facts }]])) : prepared;
};

describe('video-transcode', () => {
  it('is quoted by started megapixel-seconds of the source, by model', () => {
    expect(quote('video-transcode', { source, model: 'h264-fast' })).toMatchObject({
      ok: true,
      minimumMicros: 1000n,
      maximumMicros: 1000n,
      breakdown: [{ unit: 'megapixel-second', quantity: 21, unitPriceMicros: 30n }, { unit: 'minimum' }],
      plan: [
        {
          operation: 'transcode-video',
          parameters: { encoding: 'h264-fast', quality: 'medium', picturesPerSecondMax: 60, sound: true },
        },
      ],
    });
    expect(quote('video-transcode', { source, model: 'av1' })).toMatchObject({ maximumMicros: 1680n });
  });

  it('is offered with the models that the ffmpeg of this deployment can write', () => {
    const models = ['h264-fast', 'h264-quality', 'vp9', 'av1'];
    expect(models.map((model) => catalog.availability('video-transcode', model).available)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(catalog.availability('video-transcode', null).available).toBe(true);
    const without = createCatalog({ rehearsal: false, audioFormats: new Set(['mp3'] as const) });
    expect(without.availability('video-transcode', null)).toEqual({
      available: false,
      reason: 'This deployment has no ffmpeg that can do it.',
    });
  });

  it.for([
    ['no model', {}, { '/model': 'is required' }],
    ['an unknown model', { model: 'h265' }, { '/model': expect.any(String) }],
    [
      'too many frames per second',
      { model: 'av1', picturesPerSecondMax: 61 },
      { '/picturesPerSecondMax': expect.any(String) },
    ],
    ['an unknown quality', { model: 'av1', quality: 'best' }, { '/quality': expect.any(String) }],
  ] as const)('refuses %s', ([, input, fields]) => {
    expect(quote('video-transcode', { source, ...input })).toEqual({ ok: false, message: 'invalid_arguments', fields });
  });

  it('refuses files that are not videos, and videos above the limits', () => {
    for (const facts of [{ mimeType: 'audio/mpeg' }, { ...HD, width: 5000 }, { ...HD, durationSeconds: 4000 }])
      expect(quote('video-transcode', { source, model: 'av1' }, facts)).toMatchObject({ message: 'file_not_usable' });
  });

  it('is quoted the most that it can measure, for any video, also in a pipeline', () => {
    const side = fc.integer({ min: 1, max: 2900 });
    const seconds = fc.double({ min: 0, max: 1800, noNaN: true });
    fc.assert(
      fc.property(side, side, seconds, (width, height, durationSeconds) => {
        const facts = { width, height, durationSeconds };
        const steps = [
          { tool: 'video-transcode', arguments: { source, model: 'h264-fast' } },
          { tool: 'video-transcode', arguments: { source: { step: 0, artifact: 0 }, model: 'av1' } },
        ];
        const found = quote('pipeline', { steps }, facts);
        const [first, second] = found.ok ? found.plan.map(({ price }) => price.unitsMax) : [];
        // A side of one pixel is encoded as two.
        const pixels = Math.max(width * height, Math.max(2, width) * Math.max(2, height));
        expect(first).toBeLessThanOrEqual(startedMegapixelSeconds(pixels, durationSeconds));
        expect(first).toBeGreaterThanOrEqual(startedMegapixelSeconds(width * height, durationSeconds));
        const made = Math.floor(width / 2) * 2 * (Math.floor(height / 2) * 2);
        expect(second).toBeGreaterThanOrEqual(startedMegapixelSeconds(made, durationSeconds + 0.5));
      }),
      { numRuns: 300 },
    );
  });
});
