/** The ceiling of a pipeline: whatever its image steps really make and measure, the charge is within the quote. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../image/source.ts';
import type { Quote } from '../quote.ts';
import { anyPart, partReally } from '../testing/crops.ts';
import { anySize, anyTarget, resizedReally } from '../testing/resizes.ts';
import { photo } from '../testing/samples.ts';
import { type Size, pixelsOf, startedMegapixels } from '../units.ts';

const catalog = createCatalog({ rehearsal: false });

interface Step {
  readonly tool: string;
  readonly input: object;
  /** What it makes of a picture of this size; null where it makes none. */
  readonly made: (source: Size) => Size | null;
}

const resize = anyTarget.map((input): Step => ({
  tool: 'image-resize',
  input,
  made: (size) => resizedReally(size, input),
}));
const crop = anyPart.map((part): Step => ({
  tool: 'image-crop',
  input: { part },
  made: (size) => partReally(size, part),
}));
const window = fc
  .record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 3000 }) })
  .map((size): Step => ({ tool: 'image-crop', input: { window: size }, made: () => size }));
const other = fc.constantFrom<Step>(
  { tool: 'image-convert', input: { model: 'webp' }, made: (size) => size },
  { tool: 'image-optimize', input: { model: 'avif', maxBytes: 9000 }, made: (size) => size },
  { tool: 'image-analyze', input: {}, made: () => null },
);

/** Each reads what the last one before it makes that makes anything. */
const chain: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: resize },
    { weight: 1, arbitrary: crop },
    { weight: 1, arbitrary: window },
    { weight: 2, arbitrary: other },
  ),
  { minLength: 1, maxLength: 5 },
);

function stepsOf(chained: readonly Step[]) {
  let source: object = { fileId: 'file_a' };
  return chained.map(({ tool, input, made }, n) => {
    const asked = { tool, arguments: { source, ...input } };
    if (made({ width: 1, height: 1 }) !== null) source = { step: n, artifact: 0 };
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
    const result = step.made(size) ?? size;
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
