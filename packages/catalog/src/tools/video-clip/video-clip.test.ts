import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { startedMegapixelSeconds } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false, videoFormats: new Set(['h264'] as const) });
const STORED = { id: 'file_0', mimeType: 'video/mp4', sizeBytes: 9, sha256: '0'.repeat(64) };
const HD = { width: 1920, height: 1080, durationSeconds: 10 };
const source = { fileId: 'file_0' };
const quote = (tool: string, input: Readonly<Record<string, unknown>>, facts: object = HD) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_0', { ...STORED, ...facts }]])) : prepared;
};
const clip = (input: Readonly<Record<string, unknown>>, facts: object = HD) =>
  quote('video-clip', { source, ...input }, facts);

describe('video-clip', () => {
  it('costs its whole source, however little is kept', () => {
    expect(clip({ startSeconds: 9.9 })).toMatchObject({
      plan: [{ operation: 'clip-video', price: { unit: 'megapixel-second', unitsMax: 21 } }],
    });
  });

  it.each([
    [{ startSeconds: 10 }, '/startSeconds'],
    [{ startSeconds: 3, endSeconds: 3 }, '/endSeconds'],
    [{ startSeconds: -1 }, '/startSeconds'],
    [{ startSeconds: '1;movie=x' }, '/startSeconds'],
    [{ endSeconds: 0 }, '/endSeconds'],
  ])('refuses %j, and names %s', (input, pointer) => {
    expect(clip(input)).toMatchObject({ message: 'invalid_arguments', fields: { [pointer]: expect.any(String) } });
  });

  it('gives later steps the length of the part, which bounds their price', () => {
    const steps = (startSeconds: number) => [
      { tool: 'video-clip', arguments: { source, startSeconds: 2, endSeconds: 4 } },
      { tool: 'video-clip', arguments: { source: { step: 0, artifact: 0 }, startSeconds } },
    ];
    expect(quote('pipeline', { steps: steps(1) })).toMatchObject({ plan: [{}, { price: { unitsMax: 6 } }] });
    expect(quote('pipeline', { steps: steps(3) })).toMatchObject({
      fields: { '/steps/1/arguments/startSeconds': expect.any(String) },
    });
  });

  it('is quoted exactly what it can measure, for any video', () => {
    const side = fc.integer({ min: 2, max: 2900 });
    const seconds = fc.double({ min: 0.1, max: 1800, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(side, side), seconds, ([width, height], durationSeconds) => {
        const found = clip({ endSeconds: 0.05 }, { width, height, durationSeconds });
        const units = startedMegapixelSeconds(width * height, durationSeconds);
        expect(found).toMatchObject({ plan: [{ price: { unitsMax: units } }] });
      }),
      { numRuns: 200 },
    );
  });
});
