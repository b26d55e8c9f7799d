import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { photo, quoted } from '../../testing/samples.ts';

const catalog = createCatalog({ rehearsal: false });
const source = { fileId: 'file_a' };
const small = { width: 800, height: 600 };
const quote = (tool: string, input: Readonly<Record<string, unknown>>, size = small) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', photo('file_a', size)]])) : prepared;
};

describe('impossible thumbnails are refused by their quote, with the field:', () => {
  const square = { width: 8192, height: 8192, fit: 'contain' };
  const large = { width: 4000, height: 4000, fit: 'contain' };
  it.for([
    ['none', [], '/sizes', 'must NOT have fewer than 1 items'],
    ['too many', Array.from({ length: 17 }, () => ({ width: 9 })), '/sizes', 'must NOT have more than 16 items'],
    ['one without a side', [{ width: 9 }, { fit: 'cover' }], '/sizes/1', 'needs width or height'],
    ['one without a pixel', [{ width: 0 }], '/sizes/0/width', 'must be >= 1'],
    ['an unknown field', [{ width: 9, format: 'png' }], '/sizes/0/format', 'is not a field of this tool'],
    ['one that is too large', [{ width: 9 }, square], '/sizes/1/width', expect.stringContaining('8192 × 8192')],
    [
      'too many pixels together',
      [large, large, large],
      '/sizes',
      'make 48000000 pixels in total; the limit is 40 megapixels',
    ],
  ] as const)('%s', ([, sizes, field, reason]) => {
    expect(quote('image-thumbnails', { source, sizes })).toEqual({
      ok: false,
      message: 'invalid_arguments',
      fields: { [field]: reason },
    });
  });
});

it('thumbnails are priced by the source or by all results together, whichever is larger', () => {
  const units = (sizes: readonly object[], size: { width: number; height: number }) =>
    quoted(catalog, { tool: 'image-thumbnails', arguments: { source, sizes } }, size).plan[0]?.price.unitsMax;
  expect(units([{ width: 100 }, { width: 200 }], { width: 4000, height: 3000 })).toBe(12);
  const padded = { width: 2000, height: 2000, fit: 'contain' };
  expect(units([padded, padded, { width: 9 }], { width: 10, height: 10 })).toBe(9);
});

describe('in a pipeline', () => {
  const chained = (artifact: number) =>
    quote('pipeline', {
      steps: [
        { tool: 'image-thumbnails', arguments: { source, sizes: [{ width: 400 }, { width: 1 }, { height: 30 }] } },
        { tool: 'image-crop', arguments: { source: { step: 0, artifact }, window: { width: 40, height: 30 } } },
      ],
    });

  it('each thumbnail is referenced by its position and has its own bounds', () => {
    expect([0, 2].map((artifact) => chained(artifact).ok)).toEqual([true, true]);
    expect(chained(1)).toMatchObject({
      fields: { '/steps/1/arguments/window/width': expect.stringContaining('1 pixels') },
    });
  });

  it('a position after the last thumbnail is refused', () => {
    expect(chained(3)).toMatchObject({
      fields: { '/steps/1/arguments/source': 'step 0 (image-thumbnails) makes 3 artifacts' },
    });
  });
});
