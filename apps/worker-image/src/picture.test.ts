/** The effect of the operations on an image: orientation, colour, transparency, geometry. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { DEEP_AVIF } from './testing/deep-avif.ts';
import { plain, run, runPicture, scratch, sourceFile, waves } from './testing/samples.ts';

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

/** One pixel as [r, g, b] or [r, g, b, a]. */
async function pixelAt(bytes: Buffer | undefined, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}
/** The largest difference of a channel. Pixels with different numbers of channels count as completely different. */
const distance = (actual: readonly number[], expected: readonly number[]): number =>
  Math.max(...actual.map((channel, index) => Math.abs(channel - (expected[index] ?? 999))));

describe.for(['jpeg', 'png', 'webp', 'avif'] as const)('a source in %s', (format) => {
  it('is read, and keeps its format unless another is requested', async () => {
    const { artifacts } = await ran('image-resize', waves(300, 200).toFormat(format), { width: 150 });
    expect(artifacts).toMatchObject([{ mimeType: `image/${format}`, width: 150, height: 100 }]);
  });
});

describe('a result', () => {
  it('is upright: EXIF orientation is applied and removed', async () => {
    const red = await plain(40, 20, '#ff0000').png().toBuffer();
    const twoColours = plain(80, 20, '#0000ff').composite([{ input: red, left: 0, top: 0 }]);
    const { artifacts, contents } = await ran('image-convert', twoColours.withMetadata({ orientation: 6 }).jpeg(), {
      model: 'png',
    });
    expect(artifacts[0]).toMatchObject({ width: 20, height: 80 });
    expect(distance(await pixelAt(contents[0], 10, 10), [255, 0, 0])).toBeLessThanOrEqual(6);
    expect(distance(await pixelAt(contents[0], 10, 70), [0, 0, 255])).toBeLessThanOrEqual(6);
  });

  it.for(['webp', 'avif'] as const)('of %s is upright, too', async (format) => {
    const red = await plain(40, 20, '#ff0000').png().toBuffer();
    const twoColours = plain(80, 20, '#0000ff').composite([{ input: red, left: 0, top: 0 }]);
    const turned = twoColours
      .removeAlpha()
      .withMetadata({ orientation: 6 })
      .toFormat(format, { effort: 1, quality: 100 });
    const { artifacts, contents } = await ran('image-convert', turned, { model: 'png' });
    expect(artifacts[0]).toMatchObject({ width: 20, height: 80 });
    expect(distance(await pixelAt(contents[0], 10, 10), [255, 0, 0])).toBeLessThanOrEqual(6);
    expect(distance(await pixelAt(contents[0], 10, 70), [0, 0, 255])).toBeLessThanOrEqual(6);
  });

  it.for(['png', 'webp', 'avif'] as const)('of %s is in sRGB, whatever the profile of the source', async (format) => {
    const wide = plain(20, 20, '#00ff00').withIccProfile('p3').toFormat(format, { lossless: true });
    const { contents } = await ran('image-convert', wide, { model: 'png' });
    expect(distance(await pixelAt(contents[0], 5, 5), [0, 255, 0])).toBeLessThanOrEqual(3);
    expect((await sharp(contents[0]).metadata()).icc).toBeUndefined();
  });

  it.for([10, 12] as const)('is plain 8-bit sRGB for an AVIF of %i bits', async (bits) => {
    const path = join(directory.path, `deep-${bits}.avif`);
    await writeFile(path, Buffer.from(DEEP_AVIF[bits], 'base64'));
    const source = await sourceFile(path, 'image/avif');
    const { contents } = await run(operations, { tool: 'image-convert', input: { model: 'png' }, source });
    expect(await sharp(contents[0]).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb', width: 60, height: 40 });
    expect(distance(await pixelAt(contents[0], 5, 5), [0xc0, 0x30, 0x60])).toBeLessThanOrEqual(3);
  });

  it('is plain 8-bit sRGB for sources in CMYK, 16 bits or grey', async () => {
    const cmyk = await ran('image-convert', plain(20, 20, '#c00000').toColourspace('cmyk').jpeg({ quality: 100 }), {
      model: 'png',
    });
    expect(distance(await pixelAt(cmyk.contents[0], 5, 5), [192, 0, 0])).toBeLessThanOrEqual(40);
    const deep = await ran('image-convert', plain(20, 20, '#336699').toColourspace('rgb16').png(), { model: 'png' });
    expect(distance(await pixelAt(deep.contents[0], 5, 5), [0x33, 0x66, 0x99])).toBeLessThanOrEqual(2);
    const grey = await ran('image-convert', plain(20, 20, '#808080').toColourspace('b-w').png(), { model: 'jpeg' });
    expect(await sharp(grey.contents[0]).metadata()).toMatchObject({ channels: 3, depth: 'uchar', space: 'srgb' });
  });

  it.for([
    ['white by default', {}, [255, 255, 255]],
    ['the requested background', { background: '#00ff00' }, [0, 255, 0]],
  ] as const)('as JPEG shows transparent pixels in %s', async ([, options, expected]) => {
    const { contents } = await ran('image-convert', plain(20, 20, '#00000000').png(), { model: 'jpeg', ...options });
    expect(distance(await pixelAt(contents[0], 5, 5), expected)).toBeLessThanOrEqual(6);
  });

  it.for(['png', 'webp', 'avif'] as const)('as %s keeps transparency', async (model) => {
    const { contents } = await ran('image-convert', waves(64, 64, 4).png(), { model });
    expect((await pixelAt(contents[0], 5, 5))[3]).toBeLessThan(10);
    expect((await pixelAt(contents[0], 5, 60))[3]).toBeGreaterThan(245);
  });

  it.for(['webp', 'avif'] as const)('as lossless %s keeps every pixel', async (model) => {
    const { contents } = await ran('image-convert', waves(64, 48).png(), { model, lossless: true });
    expect((await sharp(contents[0]).removeAlpha().raw().toBuffer()).equals(await waves(64, 48).raw().toBuffer())).toBe(
      true,
    );
  });
});

describe('a resize of 600 × 400', () => {
  it.for([
    [{ width: 300 }, 300, 200],
    [{ height: 100 }, 150, 100],
    [{ width: 300, height: 300 }, 300, 200],
    [{ width: 300, height: 300, fit: 'outside' }, 450, 300],
    [{ width: 300, height: 300, fit: 'cover' }, 300, 300],
    [{ width: 300, height: 300, fit: 'contain' }, 300, 300],
    [{ width: 300, height: 100, fit: 'fill' }, 300, 100],
    [{ width: 1200 }, 600, 400],
    [{ width: 1200, allowEnlargement: true }, 1200, 800],
    [{ width: 900, height: 300, fit: 'cover' }, 600, 300],
    [{ width: 900, height: 300, fit: 'fill' }, 600, 300],
    [{ width: 900, height: 900, fit: 'contain' }, 900, 900],
    [{ width: 900, height: 900, fit: 'cover', allowEnlargement: true }, 900, 900],
    [{ width: 1 }, 1, 1],
  ] as const)('to %j is %i × %i', async ([input, width, height]) => {
    const { artifacts } = await ran('image-resize', waves(600, 400).jpeg(), input);
    expect(artifacts).toMatchObject([{ width, height, mimeType: 'image/jpeg' }]);
  });

  it('pads with transparency if the format supports it, else with white, or with the requested background', async () => {
    const contain = { width: 100, height: 100, fit: 'contain' };
    const image = () => plain(600, 400, '#ff0000').png();
    expect(await pixelAt((await ran('image-resize', image(), contain)).contents[0], 50, 2)).toEqual([0, 0, 0, 0]);
    expect(
      distance(
        await pixelAt((await ran('image-resize', image(), { ...contain, format: 'jpeg' })).contents[0], 50, 2),
        [255, 255, 255],
      ),
    ).toBeLessThanOrEqual(6);
    expect(
      distance(
        await pixelAt((await ran('image-resize', image(), { ...contain, background: '#0000ff' })).contents[0], 50, 2),
        [0, 0, 255],
      ),
    ).toBeLessThanOrEqual(6);
  });
});
