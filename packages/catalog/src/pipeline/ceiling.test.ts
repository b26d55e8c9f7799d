/** The ceiling of a pipeline: whatever its image steps really make and measure, the charge is within the quote. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../image/source.ts';
import type { Quote } from '../quote.ts';
import { anySize, anyTarget, resizedReally, type Target } from '../testing/resizes.ts';
import { photo } from '../testing/samples.ts';
import { type Size, pixelsOf, startedMegapixels } from '../units.ts';

const catalog = createCatalog({ rehearsal: false });

type Step =
  | { readonly tool: 'image-resize'; readonly target: Target }
  | { readonly tool: 'image-convert' }
  | { readonly tool: 'image-optimize' }
  | { readonly tool: 'image-analyze' };

/** Each reads what the last one before it makes that makes anything. */
const chain: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyTarget.map((target): Step => ({ tool: 'image-resize', target })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>(
        { tool: 'image-convert' },
        { tool: 'image-optimize' },
        { tool: 'image-analyze' },
      ),
    },
  ),
  { minLength: 1, maxLength: 5 },
);

const FIXED = {
  'image-convert': { model: 'webp' },
  'image-optimize': { model: 'avif', maxBytes: 9000 },
  'image-analyze': {},
} as const;

function stepsOf(chained: readonly Step[]) {
  let source: object = { fileId: 'file_a' };
  return chained.map((step, n) => {
    const input = step.tool === 'image-resize' ? step.target : FIXED[step.tool];
    const asked = { tool: step.tool, arguments: { source, ...input } };
    if (step.tool !== 'image-analyze') source = { step: n, artifact: 0 };
    return asked;
  });
}

function quoteOf(chained: readonly Step[], size: Size): Quote | null {
  const prepared = catalog.prepare({ tool: 'pipeline', arguments: { steps: stepsOf(chained) } });
  const quote = prepared.ok && catalog.quote(prepared, new Map([['file_a', photo('file_a', size)]]));
  return quote !== false && quote.ok ? quote : null;
}

const tooLarge = ({ width, height }: Size) =>
  width * height > IMAGE_PIXELS_MAX || Math.max(width, height) > IMAGE_SIDE_MAX;

/** Megapixels that each step really measures, or null when one of them has to be refused by the worker. */
function measured(chained: readonly Step[], source: Size): number[] | null {
  const units: number[] = [];
  let size = source;
  for (const step of chained) {
    const result = step.tool === 'image-resize' ? resizedReally(size, step.target) : size;
    if (tooLarge(result)) return null;
    units.push(startedMegapixels(Math.max(pixelsOf(size), pixelsOf(result))));
    size = result;
  }
  return units;
}

it('no step measures more than it was quoted for', () => {
  let checked = 0;
  fc.assert(
    fc.property(chain, anySize, (chained, size) => {
      const quote = quoteOf(chained, size);
      const units = measured(chained, size);
      if (quote === null || units === null) return;
      checked += 1;
      quote.plan.forEach(({ price }, n) => expect(price.unitsMax).toBeGreaterThanOrEqual(units[n] as number));
      const sum = quote.plan.reduce(
        (total, { price }, n) => total + BigInt(price.unitPriceMicros) * BigInt(units[n] as number),
        0n,
      );
      expect(quote.maximumMicros).toBeGreaterThanOrEqual(sum);
      expect(quote.maximumMicros).toBeGreaterThanOrEqual(quote.minimumMicros);
      expect(quote.breakdown.reduce((total, line) => total + line.amountMicros, 0n)).toBe(quote.maximumMicros);
    }),
    { numRuns: 3000 },
  );
  expect(checked).toBeGreaterThan(300);
});

it('what a step does depends on its arguments alone, never on bounds of what it reads', () => {
  fc.assert(
    fc.property(chain, anySize, anySize, (chained, one, other) => {
      const [first, second] = [quoteOf(chained, one), quoteOf(chained, other)];
      if (first === null || second === null) return;
      const work = ({ plan }: Quote) => plan.map(({ price: _, ...step }) => step);
      expect(work(first)).toEqual(work(second));
    }),
  );
});
