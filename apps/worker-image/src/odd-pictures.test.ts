/**
 * Unusual images through every tool that makes one: the result is plain 8-bit sRGB of the first frame, without any
 * metadata of the source.
 */
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

const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' };
const tagged = (): Sharp =>
  waves(64, 48)
    .withExif({ IFD0: { Artist: 'somebody' }, IFD3: GPS })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg();

/** Two different frames, one above the other. */
const animated = (): Sharp =>
  sharp(Buffer.from(Array.from({ length: 64 * 96 * 3 }, (_, at) => (at >= 64 * 48 * 3 ? 200 : at % 64))), {
    raw: { width: 64, height: 96, channels: 3, pageHeight: 48 },
  }).webp({ loop: 0, delay: [100, 100] });

const sources: readonly (readonly [string, () => Sharp, hasAlpha: boolean])[] = [
  ['one pixel', () => plain(1, 1, '#336699').png(), false],
  ['a line of 8192 pixels', () => plain(8192, 1, '#336699').png(), false],
  ['a column of 8192 pixels', () => plain(1, 8192, '#336699').jpeg(), false],
  ['an animation', animated, false],
  ['CMYK', () => plain(64, 48, '#c00000').toColourspace('cmyk').jpeg(), false],
  ['16 bits', () => waves(64, 48).toColourspace('rgb16').png(), false],
  ['grey', () => waves(64, 48).toColourspace('b-w').png(), false],
  ['transparency', () => waves(64, 48, 4).png(), true],
  ['a palette', () => waves(64, 48).png({ palette: true, colours: 16 }), false],
  ['EXIF, GPS, XMP and a profile', tagged, false],
];

const tools: readonly (readonly [string, JsonObject])[] = [
  ['image-resize', { width: 32 }],
  ['image-thumbnails', { sizes: [{ width: 32 }, { width: 9, height: 9, fit: 'cover' }] }],
  ['image-adjust', { rotate: 90, blur: 1, sharpen: 1, hue: 20, grayscale: true }],
  ['image-compare', { other: { fileId: 'file_a' }, tolerance: 0 }],
  ['image-crop', { window: { width: 1, height: 1, gravity: 'attention' } }],
  ['image-crop', { part: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 } }],
  ['image-collage', { images: [{ fileId: 'file_a' }, { fileId: 'file_a' }], cellWidth: 9, cellHeight: 9, gap: 2 }],
  ['image-watermark', { text: '© Farebox', tile: true }],
  ['image-watermark', { image: { fileId: 'file_a' }, opacity: 0.5 }],
];

describe.for(tools)('%s %j', ([tool, input]) => {
  it.for(sources)('processes %s', async ([, picture, hasAlpha]) => {
    const { artifacts, contents, quote, units } = await runPicture(operations, {
      tool,
      image: picture(),
      input: tool === 'image-compare' ? input : { ...input, format: 'png' },
      directory: directory.path,
    });
    expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
    for (const [n, { width, height }] of artifacts.entries()) {
      const real = await sharp(contents[n]).metadata();
      expect(real).toMatchObject({ width, height, space: 'srgb', depth: 'uchar', format: 'png' });
      // The gaps of a collage are transparent; the picture of differences has no alpha channel.
      expect(real.hasAlpha).toBe((hasAlpha && tool !== 'image-compare') || tool === 'image-collage');
      expect([real.pages, real.orientation, real.exif, real.icc, real.xmp, real.comments]).toEqual(
        Array(6).fill(undefined),
      );
    }
  });
});

it('the samples with metadata and with several frames really have them', async () => {
  const { exif, xmp, icc } = await sharp(await tagged().toBuffer()).metadata();
  expect([exif?.includes('somebody'), xmp !== undefined, icc !== undefined]).toEqual([true, true, true]);
  expect((await sharp(await animated().toBuffer()).metadata()).pages).toBe(2);
});
