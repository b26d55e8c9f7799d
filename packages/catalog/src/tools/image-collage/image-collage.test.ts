import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../../image/source.ts';
import { anySize } from '../../testing/resizes.ts';
import { photo } from '../../testing/samples.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false });
const file = { fileId: 'file_0' };
const quote = (tool: string, input: Readonly<Record<string, unknown>>, sizes = [{ width: 4000, height: 3000 }]) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  const facts = new Map(sizes.map((size, n) => [`file_${n}`, photo(`file_${n}`, size)]));
  return prepared.ok ? catalog.quote(prepared, facts) : prepared;
};

describe('an impossible collage is refused by its quote, with the field:', () => {
  it.for([
    ['one image', { images: [file] }, { '/images': 'must NOT have fewer than 2 items' }],
    ['too many', { images: Array.from({ length: 21 }, () => file) }, { '/images': 'must NOT have more than 20 items' }],
    ['an image without a file id', { images: [file, {}] }, { '/images/1/fileId': 'is required' }],
    ['no column', { images: [file, file], columns: 0 }, { '/columns': 'must be >= 1' }],
    [
      'a result of too many pixels',
      { images: [file, file], cellWidth: 5000, cellHeight: 5000, gap: 0 },
      { '/cellWidth': 'makes a result of 10000 × 5000 pixels; the limit is 40 megapixels and 16383 pixels a side' },
    ],
    [
      'a result that is too high',
      { images: Array.from({ length: 20 }, () => file), columns: 1, cellWidth: 10, cellHeight: 1000, gap: 0 },
      { '/cellHeight': 'makes a result of 10 × 20000 pixels; the limit is 40 megapixels and 16383 pixels a side' },
    ],
  ] as const)('%s', ([, input, fields]) => {
    expect(quote('image-collage', input)).toEqual({ ok: false, message: 'invalid_arguments', fields });
  });

  it('a missing file, with its index', () => {
    expect(quote('image-collage', { images: [file, { fileId: 'file_9' }] })).toMatchObject({
      message: 'file_not_usable',
      fields: { '/images/1/fileId': expect.any(String) },
    });
  });
});

it('a collage is quoted for everything that it can measure, and refused if the result is too large', () => {
  const side = fc.integer({ min: 1, max: 8192 });
  const input = fc.record(
    {
      columns: fc.integer({ min: 1, max: 20 }),
      cellWidth: side,
      cellHeight: side,
      gap: fc.integer({ min: 0, max: 1024 }),
    },
    { requiredKeys: ['cellWidth', 'cellHeight', 'gap'] },
  );
  let quoted = 0;
  fc.assert(
    fc.property(fc.array(anySize, { minLength: 2, maxLength: 20 }), input, (sizes, grid) => {
      const found = quote('image-collage', { images: sizes.map((_, n) => ({ fileId: `file_${n}` })), ...grid }, sizes);
      let columns = grid.columns ?? 1;
      if (grid.columns === undefined) while (columns * columns < sizes.length) columns += 1;
      const rows = Math.ceil(sizes.length / columns);
      const width = columns * grid.cellWidth + (columns + 1) * grid.gap;
      const height = rows * grid.cellHeight + (rows + 1) * grid.gap;
      const isTooLarge = width * height > IMAGE_PIXELS_MAX || Math.max(width, height) > IMAGE_SIDE_MAX;
      expect(found.ok).toBe(!isTooLarge);
      if (!found.ok) return;
      quoted += 1;
      const decoded = sizes.reduce((sum, size) => sum + pixelsOf(size), 0);
      expect(found.plan[0]?.price.unitsMax).toBe(startedMegapixels(Math.max(decoded, width * height)));
      expect(found.plan[0]?.parameters).toMatchObject({ columns });
    }),
    { numRuns: 500 },
  );
  expect(quoted).toBeGreaterThan(10);
});

it('a collage in a pipeline takes files and artifacts of earlier steps, and is priced by both', () => {
  const steps = [
    { tool: 'image-resize', arguments: { source: file, width: 900 } },
    {
      tool: 'image-collage',
      arguments: { images: [file, { step: 0, artifact: 0 }], cellWidth: 1000, cellHeight: 900 },
    },
    { tool: 'image-analyze', arguments: { source: { step: 1, artifact: 0 } } },
  ];
  const found = quote('pipeline', { steps });
  const [, collage, analysis] = found.ok ? found.plan : [];
  expect(collage).toMatchObject({
    inputs: { 'images/0': file, 'images/1': { step: 0, artifact: 0 } },
    price: { unitsMax: 13 },
  });
  expect(analysis?.price.unitsMax).toBe(2);
});
