/** The results of image-optimize are true: checked by decoding the artifact, and by encoding with neighbouring qualities. */
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

interface Result {
  readonly quality: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly similarity: number;
  readonly met: boolean;
  readonly encodings: number;
}

async function optimized(image: Sharp, input: JsonObject) {
  const ran = await runPicture(operations, { tool: 'image-optimize', image, input, directory: directory.path });
  return { ...ran, result: ran.result as unknown as Result, made: ran.contents[0] as Buffer };
}

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
const photo = () => waves(317, 211);
/** Fine noise from a fixed seed, which no encoder can compress well. */
function noise(width: number, height: number): Sharp {
  let state = 7;
  const data = Buffer.from(
    Array.from({ length: width * height * 3 }, () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16),
  );
  return sharp(data, { raw: { width, height, channels: 3 } }).png();
}

/** The measure of the description, computed again with two passes over each window. */
async function ssim(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await lumaOf(one), await lumaOf(other)];
  const starts = (side: number) => {
    const all = [];
    for (let at = 0; at + 8 <= side; at += 4) all.push(at);
    return all.at(-1) === side - 8 ? all : [...all, side - 8];
  };
  const values: number[] = [];
  for (const top of starts(a.height)) {
    for (const left of starts(a.width)) {
      const window = ({ rows }: { rows: number[][] }) =>
        rows.slice(top, top + 8).flatMap((row) => row.slice(left, left + 8));
      const [x, y] = [window(a), window(b)];
      const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
      const [mx, my] = [mean(x), mean(y)];
      const [vx, vy] = [mean(x.map((each) => (each - mx) ** 2)), mean(y.map((each) => (each - my) ** 2))];
      const covariance = mean(x.map((each, n) => (each - mx) * ((y[n] as number) - my)));
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
      values.push(((2 * mx * my + c1) * (2 * covariance + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2)));
    }
  }
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

async function lumaOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (n: number) => Math.round(0.2126 * data[n]! + 0.7152 * data[n + 1]! + 0.0722 * data[n + 2]!);
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => at(3 * (y * width + x))),
  );
  return { width, height, rows };
}

describe.for(FORMATS)('as %s', (model) => {
  it('the reported values match a measurement of the artifact', async () => {
    const source = await photo().png().toBuffer();
    const { result, artifacts, made } = await optimized(sharp(source), { model, similarity: 0.9 });
    expect(artifacts).toMatchObject([{ mimeType: `image/${model}`, width: 317, height: 211 }]);
    expect(result).toMatchObject({ bytesBefore: source.length, bytesAfter: made.length, met: true });
    const measured = await ssim(source, made);
    expect(measured).toBeGreaterThanOrEqual(0.9);
    expect(Math.abs(result.similarity - measured)).toBeLessThan(0.0002);
  });

  it('a limit of bytes is kept, and a larger limit gives no lower quality', async () => {
    const bytes = await Promise.all(
      [6000, 12_000].map(async (maxBytes) => {
        const { result, made } = await optimized(noise(120, 90), { model, maxBytes });
        expect(result).toMatchObject({ bytesAfter: made.length, met: made.length <= maxBytes });
        return result;
      }),
    );
    expect(bytes[0]!.quality).toBeLessThanOrEqual(bytes[1]!.quality);
    expect(bytes[0]!.bytesAfter).toBeLessThanOrEqual(bytes[1]!.bytesAfter);
  });

  it.for([
    ['of one pixel', () => plain(1, 1, '#336699').png(), 1, 1],
    ['of one row of 8192', () => waves(8192, 1).png(), 8192, 1],
    ['turned by EXIF', () => waves(60, 40).withMetadata({ orientation: 6 }).jpeg(), 40, 60],
    ['in CMYK', () => waves(60, 40).toColourspace('cmyk').jpeg(), 60, 40],
    ['of 16 bits', () => waves(60, 40).toColourspace('rgb16').png(), 60, 40],
    ['in grey', () => waves(60, 40).toColourspace('b-w').png(), 60, 40],
    ['with transparency', () => waves(60, 40, 4).png(), 60, 40],
    ['with EXIF, GPS and a profile', () => located(waves(60, 40)).jpeg(), 60, 40],
  ] as const)('an image %s gives an upright, plain result', async ([, image, width, height]) => {
    const { artifacts, made } = await optimized(image(), { model, similarity: 0.9 });
    const real = await sharp(made).metadata();
    expect(artifacts).toMatchObject([{ width, height }]);
    expect(real).toMatchObject({ width, height, mediaType: `image/${model}`, depth: 'uchar' });
    expect([real.exif, real.icc, real.xmp, real.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

const located = (image: Sharp) =>
  image.withIccProfile('p3').withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } });

it('only the first frame of an animation is used', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((each) => plain(40, 30, each).png().toBuffer()));
  const animated = sharp(frames, { join: { animated: true } }).webp({ delay: [100, 100] });
  const { made } = await optimized(animated, { model: 'webp', similarity: 0.9 });
  const [red = 0, , blue = 255] = await sharp(made).raw().toBuffer();
  expect([(await sharp(made).metadata()).pages ?? 1, red > 200, blue < 50]).toEqual([1, true, true]);
});

describe('the chosen quality', () => {
  const jpeg = (quality: number) => noise(200, 150).flatten().jpeg({ quality, mozjpeg: true }).toBuffer();

  it('is the best within the bytes: the next one would exceed them', async () => {
    const { result } = await optimized(noise(200, 150), { model: 'jpeg', maxBytes: 14_000 });
    expect(result.met).toBe(true);
    expect(result.encodings).toBeLessThanOrEqual(7);
    expect((await jpeg(result.quality)).length).toBe(result.bytesAfter);
    expect((await jpeg(result.quality + 1)).length).toBeGreaterThan(14_000);
  });

  it('is the lowest that is similar enough: one less would not be', async () => {
    const source = await noise(200, 150).toBuffer();
    const { result } = await optimized(sharp(source), { model: 'jpeg', similarity: 0.9 });
    expect(result.met).toBe(true);
    expect(await ssim(source, await jpeg(result.quality - 1))).toBeLessThan(0.9);
  });

  it('keeps every pixel of a png at 100', async () => {
    const { result, made } = await optimized(photo().webp({ lossless: true }), { model: 'png', similarity: 1 });
    expect(result).toMatchObject({ quality: 100, similarity: 1, met: true });
    expect((await sharp(made).raw().toBuffer()).equals(await photo().raw().toBuffer())).toBe(true);
  });
});

describe('a target that cannot be met', () => {
  const impossible = { model: 'jpeg', similarity: 0.99, maxBytes: 3000 };

  it('gives the best result within the bytes, and reports it', async () => {
    const { result, made } = await optimized(noise(200, 150), impossible);
    expect(result.met).toBe(false);
    expect(made.length).toBeLessThanOrEqual(3000);
  });

  it('gives the smallest possible result if none is within the bytes', async () => {
    const { result } = await optimized(noise(200, 150), { ...impossible, maxBytes: 100 });
    expect(result).toMatchObject({ met: false, quality: 1 });
  });

  it('fails if the request says so', async () => {
    const failed = optimized(noise(200, 150), { ...impossible, whenUnmet: 'fail' });
    await expect(failed).rejects.toMatchObject({ name: 'OperationFailure', reason: 'target_not_met' });
  });

  it('is one that needs more bytes than a source of the same format has', async () => {
    const poor = noise(200, 150).jpeg({ quality: 30 });
    const { result, made } = await optimized(poor, { model: 'jpeg', similarity: 0.9999 });
    expect(result.met).toBe(false);
    expect(made.length).toBeLessThanOrEqual(result.bytesBefore);
    const { result: other } = await optimized(poor, { model: 'webp', similarity: 0.99 });
    expect(other.bytesAfter).toBeGreaterThan(other.bytesBefore);
  });
});
