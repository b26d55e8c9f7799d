/** The results of image-thumbnails: one for each requested size, in order, each as if it were made alone. */
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { heldAs, ORIENTATIONS } from './testing/orientations.ts';
import { averaged, farthest, pixelsOf, wavePixels } from './testing/pixels.ts';
import { runPicture, scratch, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

const ran = (tool: string, image: Sharp, input: JsonObject) =>
  runPicture(operations, { tool, image, input, directory: directory.path });

const sizes = [
  { width: 75 },
  { height: 30, width: 30, fit: 'cover' },
  { width: 600 },
  { height: 20 },
  { width: 64, height: 64, fit: 'contain' },
];
const made = [
  [75, 50],
  [30, 30],
  [300, 200],
  [30, 20],
  [64, 64],
];

it('one thumbnail is made for each size, in order', async () => {
  const { artifacts, quote, units } = await ran('image-thumbnails', waves(300, 200).png(), { sizes });
  expect(artifacts.map(({ width, height }) => [width, height])).toEqual(made);
  expect(new Set(artifacts.map(({ path }) => path)).size).toBe(5);
  expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
});

it('as many thumbnails are made as are allowed', async () => {
  const many = Array.from({ length: 16 }, (_, n) => ({ width: 16 - n }));
  const { artifacts } = await ran('image-thumbnails', waves(32, 32).png(), { sizes: many, format: 'jpeg' });
  expect(artifacts.map(({ width }) => width)).toEqual(many.map(({ width }) => width));
});

it('all thumbnails together are billed if they have more pixels than the source', async () => {
  const padded = { width: 1000, height: 1000, fit: 'contain' };
  const { units, quote } = await ran('image-thumbnails', waves(30, 20).png(), {
    sizes: [padded, padded, { width: 9 }],
  });
  expect([units, quote.plan[0]?.price.unitsMax]).toEqual([3, 3]);
});

describe('each thumbnail is the reduced image:', () => {
  it.for([2, 4, 5])('a square of %i pixels a side becomes one pixel', async (times) => {
    const { contents } = await ran('image-thumbnails', waves(400, 300).png(), {
      sizes: [{ width: 400 / times }, { width: 400 / times, height: 300 / times, fit: 'fill' }],
      format: 'png',
    });
    const expected = averaged(await wavePixels(400, 300), times);
    for (const content of contents) {
      const actual = await pixelsOf(content);
      expect([actual.width, actual.height]).toEqual([expected.width, expected.height]);
      const differences = actual.data.map((value, at) => Math.abs(value - expected.data[at]!));
      expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(3);
    }
  });

  it('equal to the pixel to the result of image-resize for a lossless source', async () => {
    const { contents } = await ran('image-thumbnails', waves(300, 200, 4).png(), { sizes });
    for (const [n, size] of sizes.entries()) {
      const alone = await ran('image-resize', waves(300, 200, 4).png(), size);
      expect(farthest(await pixelsOf(contents[n]), await pixelsOf(alone.contents[0]))).toBe(0);
    }
  });

  it.for(ORIENTATIONS)('upright, if stored with orientation %i', async (orientation) => {
    const picture = await wavePixels(90, 60);
    const { contents } = await ran('image-thumbnails', heldAs(orientation, picture), {
      sizes: [{ width: 90 }],
      format: 'png',
    });
    expect(farthest(await pixelsOf(contents[0]), picture)).toBeLessThanOrEqual(12);
  });
});
