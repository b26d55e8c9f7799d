/** The charge never exceeds the quote, whatever an image operation can measure. */
import { micros } from '@farebox/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';
import { IMAGE_PIXELS_MAX } from './image/source.ts';
import type { Quote } from './quote.ts';
import { anySize, anyTarget, resizedReally } from './testing/resizes.ts';
import { photo, quoted } from './testing/samples.ts';
import { pixelsOf, startedMegapixels } from './units.ts';

const catalog = createCatalog({ rehearsal: true });
const source = { fileId: 'file_a' };

/** The charge that settlement computes for measured units: at least the minimum charge. */
function chargeOf({ plan, minimumMicros }: Quote, units: number): bigint {
  const measured = micros(plan[0]?.price.unitPriceMicros ?? '0') * BigInt(units);
  return measured > minimumMicros ? measured : minimumMicros;
}

describe('the quote is a ceiling', () => {
  it('never exceeded by the charge of a resize', () => {
    const errors: unknown[] = [];
    fc.assert(
      fc.property(anySize, anyTarget, (real, input) => {
        const prepared = catalog.prepare({ tool: 'image-resize', arguments: { source, ...input } });
        const quote = prepared.ok && catalog.quote(prepared, new Map([['file_a', photo('file_a', real)]]));
        if (quote === false || !quote.ok) {
          errors.push(quote);
          return;
        }
        const pixels = Math.max(real.width * real.height, pixelsOf(resizedReally(real, input)));
        if (pixels > IMAGE_PIXELS_MAX) return; // the worker refuses it, and failed local work is free
        expect(quote.maximumMicros).toBeGreaterThanOrEqual(chargeOf(quote, startedMegapixels(pixels)));
        expect(quote.maximumMicros).toBeGreaterThanOrEqual(quote.minimumMicros);
        expect(quote.minimumMicros).toBeGreaterThan(0n);
      }),
      { numRuns: 2000 },
    );
    const tooLarge = { ok: false, message: 'invalid_arguments', fields: expect.anything() };
    expect(errors).toEqual(errors.map(() => tooLarge));
  });

  it('exactly met by the charge of a conversion, an optimization and an analysis, which measure the source', () => {
    const inputs = fc.constantFrom(
      ...(['jpeg', 'png', 'webp', 'avif'] as const).map((model) => ({
        tool: 'image-convert',
        arguments: { source, model },
      })),
      ...(['jpeg', 'png', 'webp', 'avif'] as const).map((model) => ({
        tool: 'image-optimize',
        arguments: { source, model, similarity: 0.9 },
      })),
      { tool: 'image-analyze', arguments: { source } },
    );
    fc.assert(
      fc.property(anySize, inputs, (stored, request) => {
        const quote = quoted(catalog, request, stored);
        expect(quote.maximumMicros).toBe(chargeOf(quote, startedMegapixels(stored.width * stored.height)));
      }),
    );
  });
});

describe('the quote of a known input', () => {
  it.for([
    // tool, arguments, source, minimum, maximum
    ['image-resize', { width: 100 }, [4000, 3000], 500n, 1200n],
    ['image-resize', { width: 100 }, [1000, 1000], 500n, 500n],
    ['image-resize', { width: 4000, height: 4000, fit: 'cover', allowEnlargement: true }, [100, 100], 500n, 1600n],
    ['image-resize', { width: 4000, height: 4000, fit: 'cover' }, [100, 100], 500n, 500n],
    ['image-convert', { model: 'jpeg' }, [4000, 3001], 500n, 1040n],
    ['image-convert', { model: 'avif' }, [10, 10], 1000n, 1000n],
    ['image-convert', { model: 'avif' }, [4000, 3000], 1000n, 4800n],
    ['image-optimize', { model: 'jpeg', maxBytes: 100 }, [10, 10], 1000n, 1000n],
    ['image-optimize', { model: 'avif', similarity: 1 }, [4000, 3001], 2000n, 20_800n],
    ['image-analyze', {}, [4000, 3000], 400n, 720n],
  ] as const)('%s %j of %j costs %s to %s micros', ([tool, input, [width, height], minimum, maximum]) => {
    const quote = quoted(catalog, { tool, arguments: { source, ...input } }, { width, height });
    expect([quote.minimumMicros, quote.maximumMicros]).toEqual([minimum, maximum]);
  });

  it('is the minimum charge for a rehearsal', () => {
    const quote = quoted(catalog, { tool: 'rehearsal', arguments: { durationMs: 60_000, artifactBytes: 1_048_576 } });
    expect(quote.maximumMicros).toBe(quote.minimumMicros);
  });

  it('adds a line up to the minimum charge, so that the breakdown sums to the maximum', () => {
    const { breakdown } = quoted(
      catalog,
      { tool: 'image-resize', arguments: { source, width: 10 } },
      { width: 10, height: 10 },
    );
    expect(breakdown).toEqual([
      { description: 'Image resize', unit: 'megapixel', quantity: 1, unitPriceMicros: 100n, amountMicros: 100n },
      {
        description: 'Up to the minimum charge',
        unit: 'minimum',
        quantity: 1,
        unitPriceMicros: 400n,
        amountMicros: 400n,
      },
    ]);
  });
});

it('a result above the limits is refused by the quote, with the field of the size', () => {
  const prepared = catalog.prepare({
    tool: 'image-resize',
    arguments: { source, width: 8192, allowEnlargement: true },
  });
  expect(prepared.ok && catalog.quote(prepared, new Map([['file_a', photo('file_a')]]))).toMatchObject({
    ok: false,
    message: 'invalid_arguments',
    fields: { '/width': expect.stringContaining('8192 × 6144') },
  });
});
