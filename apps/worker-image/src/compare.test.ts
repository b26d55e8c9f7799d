/** Results of image-compare, against numbers that this test counts itself. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { heldAs, ORIENTATIONS } from './testing/orientations.ts';
import { pixelsOf, wavePixels } from './testing/pixels.ts';
import { plain, run, scratch, sourceFile, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

async function stored(name: string, image: Sharp) {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const path = join(directory.path, name);
  await writeFile(path, data);
  return sourceFile(path, `image/${info.format}`);
}

async function compared(one: Sharp, two: Sharp, input: JsonObject = {}) {
  const [source, other] = [await stored('one', one), await stored('two', two)];
  const ran = await run(operations, {
    tool: 'image-compare',
    input: { other: { fileId: 'file_b' }, ...input },
    source,
    files: { file_b: other },
  });
  expect(ran.units).toBeLessThanOrEqual(ran.quote.plan[0]!.price.unitsMax);
  return { ...ran, result: ran.result as Readonly<Record<string, number | boolean | null>> };
}

/** The image with one box in another colour. */
const marked = (image: Sharp, box: { left: number; top: number; width: number; height: number }) =>
  image.composite([
    { input: { create: { ...box, channels: 3, background: '#ff00ff' } }, left: box.left, top: box.top },
  ]);

it('an image is identical to itself', async () => {
  const { result, artifacts, contents } = await compared(waves(97, 61).png(), waves(97, 61).png(), { tolerance: 0 });
  expect(result).toEqual({
    width: 97,
    height: 61,
    otherWidth: 97,
    otherHeight: 61,
    resized: false,
    identical: true,
    changedPixels: 0,
    changedShare: 0,
    ssim: 1,
    psnrDb: null,
  });
  expect(artifacts).toMatchObject([{ mimeType: 'image/png', width: 97, height: 61 }]);
  const { data } = await pixelsOf(contents[0]);
  for (let at = 0; at < data.length; at += 3) expect(data[at]).toBe(data[at + 2]);
});

it('changed pixels are counted, measured and drawn at their positions', async () => {
  const grey = () => plain(100, 50, '#404040').png();
  const box = { left: 30, top: 10, width: 20, height: 5 };
  const { result, contents } = await compared(grey(), marked(grey(), box).png());
  const square = ((255 - 0x40) ** 2 * 2 + 0x40 ** 2) / 3;
  expect(result).toMatchObject({ identical: false, changedPixels: 100, changedShare: 0.02 });
  expect(result['psnrDb']).toBeCloseTo(10 * Math.log10(255 ** 2 / (square * 0.02)), 2);
  expect(result['ssim']).toBeLessThan(1);
  const { data, width } = await pixelsOf(contents[0]);
  let red = 0;
  for (let at = 0; at < data.length; at += 3) {
    if (data[at]! - data[at + 1]! < 100) continue;
    red++;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    expect(x >= 30 && x < 50 && y >= 10 && y < 15).toBe(true);
  }
  expect(red).toBe(100);
});

it.for([
  [3, 0, 1],
  [3, 2, 1],
  [3, 3, 0],
  [3, 255, 0],
] as const)('a difference of %i with a tolerance of %i changes a share of %i', async ([by, tolerance, share]) => {
  const hex = (0x40 + by).toString(16);
  const { result } = await compared(plain(20, 20, '#404040').png(), plain(20, 20, `#40${hex}40`).png(), { tolerance });
  expect(result).toMatchObject({ changedShare: share, identical: false });
});

it('stronger compression gives a lower similarity', async () => {
  const results = [];
  for (const quality of [95, 60, 10]) {
    const { result } = await compared(waves(200, 150).png(), waves(200, 150).jpeg({ quality }), { diff: false });
    results.push(result);
  }
  for (const field of ['ssim', 'psnrDb'] as const) {
    const values = results.map((each) => each[field] as number);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set(values).size).toBe(3);
  }
});

it('no artifact is made if no picture is requested', async () => {
  expect((await compared(waves(20, 20).png(), waves(20, 20).png(), { diff: false })).artifacts).toEqual([]);
});

describe('two images of different sizes', () => {
  it('are compared at the size of the first, and billed by the larger', async () => {
    const { result, artifacts, units } = await compared(waves(60, 40).png(), waves(1500, 1000).jpeg());
    expect(result).toMatchObject({ width: 60, height: 40, otherWidth: 1500, otherHeight: 1000, resized: true });
    expect(result['ssim']).toBeGreaterThan(0.9);
    expect(artifacts).toMatchObject([{ width: 60, height: 40 }]);
    expect(units).toBe(2);
  });

  it.for([
    [1, 1],
    [8192, 1],
    [5, 7],
  ] as const)('also %i × %i', async ([width, height]) => {
    const { result } = await compared(plain(width, height, '#336699').png(), plain(9, 9, '#336699').png());
    expect(result).toMatchObject({ width, height, resized: true, identical: true, ssim: 1 });
  });
});

it.for(ORIENTATIONS)('an image stored with orientation %i is compared as it is seen', async (orientation) => {
  const picture = await wavePixels(90, 60);
  const { result } = await compared(waves(90, 60).png(), heldAs(orientation, picture), { tolerance: 12 });
  expect(result).toMatchObject({ changedPixels: 0, resized: false });
});

it('invisible pixels never differ, and a pixel that is transparent in only one image does', async () => {
  const clear = (colour: string) => plain(10, 10, `${colour}00`).png();
  expect((await compared(clear('#ff0000'), clear('#0000ff'), { tolerance: 0 })).result).toMatchObject({
    identical: true,
  });
  const { result } = await compared(clear('#ffffff'), plain(10, 10, '#ffffff').png());
  expect(result).toMatchObject({ changedShare: 1, identical: false, psnrDb: null, ssim: 1 });
});

it('a damaged image is refused, on either side', async () => {
  const [good, bad] = [await stored('good', waves(40, 30).png()), join(directory.path, 'bad')];
  await writeFile(bad, (await sharp(good.path).toBuffer()).subarray(0, 60));
  const damaged = await sourceFile(bad, 'image/png', { width: 40, height: 30 });
  for (const [source, other] of [
    [good, damaged],
    [damaged, good],
  ] as const) {
    const input = { tool: 'image-compare', input: { other: { fileId: 'file_b' } }, source, files: { file_b: other } };
    await expect(run(operations, input)).rejects.toMatchObject({ reason: 'source_not_readable' });
  }
});

it('the picture of the differences is the same each time', async () => {
  const first = await compared(waves(97, 61).png(), waves(97, 61).blur(2).png());
  const second = await compared(waves(97, 61).png(), waves(97, 61).blur(2).png());
  expect([second.contents, second.result]).toEqual([first.contents, first.result]);
});
