/** Results of image-analyze, on the scales that the tool's description documents. */
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { plain, runPicture, scratch, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

const ran = (tool: string, image: Sharp, input: JsonObject = {}) =>
  runPicture(operations, { tool, image, input, directory: directory.path });

interface Analysis {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly hasAlpha: boolean;
  readonly dominantColors: readonly { hex: string; share: number }[];
  readonly sharpness: number;
  readonly perceptualHash: string;
  readonly thumbhash: string;
}
const analysis = async (image: Sharp, input: JsonObject = {}) =>
  (await ran('image-analyze', image, input)).result as unknown as Analysis;
const differingBits = (a: string, b: string) =>
  (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;

describe('an analysis', () => {
  it('makes no artifact and returns the facts of the upright image', async () => {
    const { artifacts, result } = await ran('image-analyze', waves(80, 20).withMetadata({ orientation: 6 }).jpeg());
    expect(artifacts).toEqual([]);
    expect(result).toMatchObject({ width: 20, height: 80, format: 'jpeg', hasAlpha: false });
  });

  it('finds the dominant colours and their shares', async () => {
    const red = await plain(25, 100, '#ff0000').png().toBuffer();
    const image = plain(100, 100, '#0000ff').composite([{ input: red, left: 0, top: 0 }]);
    expect((await analysis(image.png())).dominantColors).toEqual([
      { hex: '#0000ff', share: 0.75 },
      { hex: '#ff0000', share: 0.25 },
    ]);
  });

  it('counts only visible pixels, and finds no colour if none is visible', async () => {
    expect(await analysis(plain(50, 50, '#00000000').png())).toMatchObject({ hasAlpha: true, dominantColors: [] });
  });

  it('returns no more colours than requested, with shares that sum to 1', async () => {
    const { dominantColors } = await analysis(waves(300, 200).png(), { colors: 3 });
    expect(dominantColors).toHaveLength(3);
    expect(dominantColors.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 3);
  });

  it('distinguishes a crisp image from a blurred one on the documented scale', async () => {
    const checks = sharp(
      Buffer.from(
        Array.from(
          { length: 200 * 200 },
          (_, index) => ((((index % 200) >> 3) + (Math.floor(index / 200) >> 3)) % 2) * 255,
        ),
      ),
      {
        raw: { width: 200, height: 200, channels: 1 },
      },
    );
    const bytes = await checks.png().toBuffer();
    expect((await analysis(sharp(bytes).png())).sharpness).toBeGreaterThan(300);
    expect((await analysis(sharp(bytes).blur(6).png())).sharpness).toBeLessThan(50);
    expect((await analysis(plain(100, 100, '#777777').png())).sharpness).toBe(0);
  });

  it('gives an image and its smaller, recompressed copy similar hashes, and another image a different one', async () => {
    const original = await analysis(waves(800, 600).png());
    const copy = await analysis(
      sharp(await waves(800, 600).png().toBuffer())
        .resize(300)
        .jpeg({ quality: 50 }),
    );
    const other = await analysis(
      sharp(await waves(800, 600).png().toBuffer())
        .rotate(90)
        .png(),
    );
    expect(original.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    expect(differingBits(original.perceptualHash, copy.perceptualHash)).toBeLessThanOrEqual(6);
    expect(differingBits(original.perceptualHash, other.perceptualHash)).toBeGreaterThan(12);
  });

  it('makes a thumbhash of about 25 bytes', async () => {
    const { thumbhash } = await analysis(waves(800, 600).png());
    expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(15);
    expect(Buffer.from(thumbhash, 'base64').length).toBeLessThan(32);
  });

  it.for([
    [1, 1],
    [1, 500],
    [500, 1],
    [2, 2],
  ] as const)('can analyze %i × %i pixels', async ([width, height]) => {
    expect(await analysis(plain(width, height, '#808080').png())).toMatchObject({ width, height, sharpness: 0 });
  });
});
