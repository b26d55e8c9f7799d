import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { exactSize } from '../../files/bounds.ts';
import { anyPart, partReally } from '../../testing/crops.ts';
import { photo } from '../../testing/samples.ts';
import { cropProblem, croppedBounds } from './size.ts';

const catalog = createCatalog({ rehearsal: false });
const source = { fileId: 'file_a' };
const files = new Map([['file_a', photo('file_a', { width: 800, height: 600 })]]);
const quote = (tool: string, input: Readonly<Record<string, unknown>>) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, files) : prepared;
};
const box = { left: 0, top: 0, width: 800, height: 600 };
const part = { left: 0, top: 0, width: 1, height: 1 };
const window = { width: 800, height: 600 };

describe('an impossible crop is refused by its quote, with the field:', () => {
  it.for([
    [
      'a box that is too wide',
      { box: { ...box, width: 801 } },
      '/box/width',
      'ends at column 801 of the image, whose width is 800 pixels',
    ],
    [
      'a box that ends below',
      { box: { ...box, top: 1 } },
      '/box/height',
      'ends at row 601 of the image, whose height is 600 pixels',
    ],
    [
      'a box outside',
      { box: { ...box, left: 800 } },
      '/box/left',
      'is outside of the image, whose width is 800 pixels',
    ],
    [
      'a window that is too high',
      { window: { ...window, height: 601 } },
      '/window/height',
      'is larger than the image, whose height is 600 pixels',
    ],
    ['ratios beyond the edge', { part: { ...part, left: 0.1 } }, '/part/width', 'plus left is more than 1'],
    ['a negative position', { box: { ...box, left: -1 } }, '/box/left', 'must be >= 0'],
    ['nothing', {}, '', 'needs box or part or window'],
    ['two at once', { box, window }, '/window', 'does not apply here'],
    ['two others', { part, window }, '/window', 'does not apply here'],
    [
      'an unknown gravity',
      { window: { ...window, gravity: 'up' } },
      '/window/gravity',
      expect.stringContaining('attention'),
    ],
  ] as const)('%s', ([, input, field, reason]) => {
    expect(quote('image-crop', { source, ...input })).toEqual({
      ok: false,
      message: 'invalid_arguments',
      fields: { [field]: reason },
    });
  });

  it('a crop of exactly the image is accepted', () => {
    for (const input of [{ box }, { part }, { window }])
      expect(quote('image-crop', { source, ...input })).toMatchObject({ ok: true });
  });
});

describe('in a pipeline', () => {
  const chained = (input: object) =>
    quote('pipeline', {
      steps: [
        { tool: 'image-resize', arguments: { source, width: 333 } },
        { tool: 'image-crop', arguments: { source: { step: 0, artifact: 0 }, ...input } },
      ],
    });

  it('a crop that fits every possible image of the step before is accepted', () => {
    expect(chained({ window: { width: 333, height: 249 } })).toMatchObject({ ok: true });
  });

  it('a crop that may not fit is refused, so that it cannot fail later', () => {
    expect(chained({ window: { width: 333, height: 250 } })).toMatchObject({
      fields: {
        '/steps/1/arguments/window/height': 'is larger than the image, whose height may be as little as 249 pixels',
      },
    });
  });
});

describe('the bounds of a part', () => {
  const side = fc.integer({ min: 1, max: 8192 });

  it('contain its real size for every image within the bounds of the source, and are exact for a known size', () => {
    fc.assert(
      fc.property(anyPart, fc.tuple(side, side, side, side), (part, [a, b, c, d]) => {
        const least = { width: Math.min(a, b), height: Math.min(c, d) };
        const most = { width: Math.max(a, b), height: Math.max(c, d) };
        const middle = { width: Math.floor((a + b) / 2), height: Math.floor((c + d) / 2) };
        expect(cropProblem({ part }, [{ least, most }])).toBe(null);
        const bounds = croppedBounds({ least, most }, { part });
        for (const real of [least, middle, most].map((size) => partReally(size, part))) {
          expect(real.width).toBeGreaterThanOrEqual(bounds.least.width);
          expect(real.width).toBeLessThanOrEqual(bounds.most.width);
          expect(real.height).toBeGreaterThanOrEqual(bounds.least.height);
          expect(real.height).toBeLessThanOrEqual(bounds.most.height);
        }
        expect(croppedBounds(exactSize(most), { part })).toEqual(exactSize(partReally(most, part)));
      }),
      { numRuns: 3000 },
    );
  });
});
