import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { startedMegapixelSeconds } from '../../units.ts';
import { isTooLargeVideo, resizedVideoBounds, resizedVideoSize } from '../../video/size.ts';

const catalog = createCatalog({ rehearsal: false, videoFormats: new Set(['h264'] as const) });
const STORED = { id: 'file_0', mimeType: 'video/mp4', sizeBytes: 9, sha256: '0'.repeat(64) };
const source = { fileId: 'file_0' };
const quote = (input: Readonly<Record<string, unknown>>, facts: object) => {
  const prepared = catalog.prepare({ tool: 'video-resize', arguments: { source, ...input } });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_0', { ...STORED, ...facts }]])) : prepared;
};
const HD = { width: 1920, height: 1080, durationSeconds: 10 };

const side = fc.integer({ min: 2, max: 4096 });
const target = fc.record(
  {
    width: side,
    height: side,
    fit: fc.constantFrom('inside', 'outside', 'cover', 'contain', 'fill' as const),
    allowEnlargement: fc.boolean(),
  },
  { requiredKeys: ['width', 'fit', 'allowEnlargement'] },
);
const sourceSide = fc.integer({ min: 1, max: 2900 });

describe('video-resize', () => {
  it('is quoted by the larger of source and result', () => {
    expect(quote({ width: 640 }, HD)).toMatchObject({ plan: [{ price: { unitsMax: 21 } }] });
    expect(quote({ width: 3840, height: 2160, fit: 'fill', allowEnlargement: true }, HD)).toMatchObject({
      plan: [{ operation: 'resize-video', price: { unit: 'megapixel-second', unitsMax: 83 } }],
    });
  });

  it.for([
    ['no side', {}, 'invalid_arguments'],
    ['a side of one pixel', { width: 1 }, 'invalid_arguments'],
    ['an invalid colour', { width: 90, background: 'red' }, 'invalid_arguments'],
    ['a text for a colour', { width: 90, background: '#00000g' }, 'invalid_arguments'],
  ] as const)('refuses %s', ([, input, message]) => {
    expect(quote(input, HD)).toMatchObject({ ok: false, message });
  });

  it('refuses a result that is too large in both orientations of the source', () => {
    expect(quote({ width: 4096, height: 4096, fit: 'contain' }, HD)).toMatchObject({
      fields: {
        '/width': 'makes a result of 4096 × 4096 pixels; the limit is 8912896 pixels in total and 4096 a side',
      },
    });
    expect(quote({ width: 3840, allowEnlargement: true }, { ...HD, width: 16, height: 9 })).toMatchObject({ ok: true });
  });

  it('is not offered without H.264', () => {
    const without = createCatalog({ rehearsal: false, videoFormats: new Set(['vp9'] as const) });
    expect(without.availability('video-resize', null).available).toBe(false);
  });

  it('is quoted at least what it can measure, in either orientation of the source', () => {
    let quoted = 0;
    fc.assert(
      fc.property(fc.tuple(sourceSide, sourceSide), target, fc.boolean(), ([width, height], input, isTurned) => {
        const found = quote(input, { width, height, durationSeconds: 7.5 });
        const shown = isTurned ? { width: height, height: width } : { width, height };
        const size = resizedVideoSize(shown, input);
        if (!found.ok || isTooLargeVideo(size)) return;
        quoted += 1;
        const pixels = Math.max(width * height, size.width * size.height);
        expect(found.plan[0]!.price.unitsMax).toBeGreaterThanOrEqual(startedMegapixelSeconds(pixels, 7.5));
      }),
      { numRuns: 500 },
    );
    expect(quoted).toBeGreaterThan(10);
  });

  it('has bounds that hold for every source between two sizes', () => {
    const pair = fc.tuple(sourceSide, sourceSide, sourceSide).map((sides) => sides.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(pair, pair, target, (widths, heights, input) => {
        const of = (n: number) => ({ width: widths[n]!, height: heights[n]! });
        const { least, most } = resizedVideoBounds({ least: of(0), most: of(2) }, input);
        const { width, height } = resizedVideoSize(of(1), input);
        expect(width).toBeGreaterThanOrEqual(least.width);
        expect(width).toBeLessThanOrEqual(most.width);
        expect(height).toBeGreaterThanOrEqual(least.height);
        expect(height).toBeLessThanOrEqual(most.height);
        expect([width % 2, height % 2]).toEqual([0, 0]);
      }),
      { numRuns: 1000 },
    );
  });
});
