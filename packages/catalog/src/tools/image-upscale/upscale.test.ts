/**
 * The size of an upscaled or cut-out image is known exactly before it is made, and results that are too large are
 * refused.
 */
import { expect, test } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { quoted } from '../../testing/samples.ts';

const catalog = createCatalog({ rehearsal: false });
const made = { step: 0, artifact: 0 };
const generate = { tool: 'image-generate', arguments: { prompt: 'x', size: '1536x1024' } };
const pipeline = (...steps: readonly object[]) =>
  quoted(catalog, { tool: 'pipeline', arguments: { steps: [generate, ...steps] } });
const analyze = { tool: 'image-analyze', arguments: { source: { step: 1, artifact: 0 } } };

test.each([
  ['image-upscale', { scale: 4 }, 26],
  ['image-upscale', {}, 7],
  ['image-remove-background', {}, 2],
] as const)('%s %j of 1536 × 1024 pixels is priced for the next step by its own size', (tool, more, megapixels) => {
  const { plan } = pipeline({ tool, arguments: { source: made, ...more } }, analyze);
  expect(plan.map(({ price }) => price.unitsMax)).toEqual([1, 1, megapixels]);
});

test('a result above 40 megapixels is refused by the quote', () => {
  const input = { tool: 'image-upscale', arguments: { source: { fileId: 'file_a' }, scale: 4 } };
  const prepared = catalog.prepare(input);
  if (!prepared.ok) throw new Error(prepared.message);
  const file = { id: 'file_a', mimeType: 'image/png', sizeBytes: 9, sha256: 'ab', width: 2000, height: 1300 };
  const quote = (width: number) => catalog.quote(prepared, new Map([['file_a', { ...file, width }]]));
  expect(quote(1900)).toMatchObject({ ok: true });
  expect(quote(2000)).toMatchObject({
    message: 'invalid_arguments',
    fields: { '/scale': expect.stringContaining('40000000') },
  });
});
