/** The charge of a pipeline never exceeds its quote, whatever its image steps really make and measure. */
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
  /** The sizes that the step makes of an image of this size, in order. */
  readonly made: (source: Size) => readonly Size[];
}

const resize = anyTarget.map((input): Step => ({
  tool: 'image-resize',
  input,
  made: (size) => [resizedReally(size, input)],
}));
const crop = anyPart.map((part): Step => ({
  tool: 'image-crop',
  input: { part },
  made: (size) => [partReally(size, part)],
}));
const window = fc
  .record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 3000 }) })
  .map((size): Step => ({ tool: 'image-crop', input: { window: size }, made: () => [size] }));
const thumbnails = fc
  .tuple(fc.array(anyTarget, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([targets, allowEnlargement]): Step => {
    const sizes = targets.map(({ allowEnlargement: _, format: __, ...size }) => size);
    const made = (from: Size) => sizes.map((size) => resizedReally(from, { ...size, allowEnlargement }));
    return { tool: 'image-thumbnails', input: { sizes, allowEnlargement }, made };
  });
/** Rounds to the nearest pixel. The share that trimming keeps is arbitrary. */
const adjust = fc
  .record({
    rotate: fc.double({ min: -360, max: 360, noNaN: true }),
    keeps: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ rotate, keeps }): Step => {
    const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.abs(of((rotate * Math.PI) / 180))) as [number, number];
    const side = (along: number, across: number) => Math.max(1, Math.round(along * cos + across * sin));
    const kept = (length: number) => (keeps === null ? length : Math.max(1, Math.round(length * keeps)));
    const made = ({ width, height }: Size) => [
      { width: side(kept(width), kept(height)), height: side(kept(height), kept(width)) },
    ];
    return { tool: 'image-adjust', input: { rotate, ...(keeps === null ? {} : { trim: 9 }) }, made };
  });
const other = fc.constantFrom<Step>(
  { tool: 'image-convert', input: { model: 'webp' }, made: (size) => [size] },
  { tool: 'image-optimize', input: { model: 'avif', maxBytes: 9000 }, made: (size) => [size] },
  { tool: 'image-watermark', input: { text: 'a' }, made: (size) => [size] },
  { tool: 'image-analyze', input: {}, made: () => [] },
);

/** Each step reads the last artifact of the steps before it. */
const chain: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: resize },
    { weight: 1, arbitrary: crop },
    { weight: 1, arbitrary: window },
    { weight: 2, arbitrary: thumbnails },
    { weight: 2, arbitrary: adjust },
    { weight: 2, arbitrary: other },
  ),
  { minLength: 1, maxLength: 5 },
);

function stepsOf(chained: readonly Step[]) {
  let source: object = { fileId: 'file_a' };
  return chained.map(({ tool, input, made }, n) => {
    const asked = { tool, arguments: { source, ...input } };
    const artifact = made({ width: 1, height: 1 }).length - 1;
    if (artifact >= 0) source = { step: n, artifact };
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

/** Megapixels that each step really measures; null if the worker has to refuse one of them. */
function measured(chained: readonly Step[], source: Size): number[] | null {
  const units: number[] = [];
  let size = source;
  for (const step of chained) {
    const made = step.made(size);
    const pixels = made.reduce((sum, each) => sum + pixelsOf(each), 0);
    if (made.some(tooLarge) || pixels > IMAGE_PIXELS_MAX) return null;
    units.push(startedMegapixels(Math.max(pixelsOf(size), pixels)));
    size = made.at(-1) ?? size;
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

it('the work of a step depends on its arguments alone, never on the bounds of its inputs', () => {
  fc.assert(
    fc.property(chain, anySize, anySize, (chained, one, other) => {
      const [first, second] = [quoteOf(chained, one), quoteOf(chained, other)];
      if (first === null || second === null) return;
      const work = ({ plan }: Quote) => plan.map(({ price: _, ...step }) => step);
      expect(work(first)).toEqual(work(second));
    }),
  );
});
