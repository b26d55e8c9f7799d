/** image-adjust compared pixel by pixel with images that this test computes itself. */
import fc from 'fast-check';
import { plain, runPicture, scratch, waves } from './testing/samples.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { heldAs, ORIENTATIONS } from './testing/orientations.ts';
import { drawn, farthest, type Pixels, pixelsOf, wavePixels } from './testing/pixels.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;
let picture: Pixels;

beforeAll(async () => {
  directory = await scratch();
  picture = await wavePixels(97, 61);
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

const adjusted = async (image: Sharp, input: JsonObject) => {
  const options = { tool: 'image-adjust', image, input: { format: 'png', ...input }, directory: directory.path };
  const { contents, artifacts, units, quote } = await runPicture(operations, options);
  expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
  const pixels = await pixelsOf(contents[0]);
  expect(artifacts).toMatchObject([{ width: pixels.width, height: pixels.height, mimeType: 'image/png' }]);
  return pixels;
};
const adjustedWaves = (input: JsonObject) => adjusted(waves(97, 61).png(), input);

type Turn = (from: Pixels) => Pixels;
const right: Turn = (from) =>
  drawn(from, { width: from.height, height: from.width }, (x, y) => [y, from.height - 1 - x]);
const flip: Turn = (from) => drawn(from, from, (x, y) => [x, from.height - 1 - y]);
const flop: Turn = (from) => drawn(from, from, (x, y) => [from.width - 1 - x, y]);
const inTurn =
  (...turns: Turn[]): Turn =>
  (from) =>
    turns.reduce((each, turn) => turn(each), from);

describe('every pixel is moved exactly:', () => {
  const cases: readonly (readonly [JsonObject, Turn])[] = [
    [{ rotate: 90 }, right],
    [{ rotate: -270 }, right],
    [{ rotate: 180 }, inTurn(right, right)],
    [{ rotate: -90 }, inTurn(right, right, right)],
    [{ rotate: 360 }, inTurn()],
    [{ flip: true }, flip],
    [{ flop: true }, flop],
    [{ flip: true, flop: true }, inTurn(flip, flop)],
    [{ flip: true, rotate: 90 }, inTurn(right, flip)],
    [{ flop: true, rotate: 270 }, inTurn(right, right, right, flop)],
    [{ flip: false }, inTurn()],
  ];
  it.for(cases)('%j', async ([input, turn]) => {
    expect(farthest(await adjustedWaves(input), turn(picture))).toBe(0);
  });

  it.for(ORIENTATIONS)('an image stored with orientation %i is adjusted as it is seen', async (orientation) => {
    const turned = await adjusted(heldAs(orientation, picture), { rotate: 90, flip: true });
    expect(farthest(turned, inTurn(right, flip)(picture))).toBeLessThanOrEqual(12);
  });
});

describe('rotated by any angle, the image', () => {
  it('has the size of its bounding box, within a pixel', async () => {
    const side = fc.integer({ min: 1, max: 120 });
    const angle = fc.double({ min: -360, max: 360, noNaN: true }).filter((each) => each % 90 !== 0);
    await fc.assert(
      fc.asyncProperty(side, side, angle, async (width, height, rotate) => {
        const turned = await adjusted(plain(width, height, '#336699').png(), { rotate });
        const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.abs(of((rotate * Math.PI) / 180))) as [number, number];
        const expected = { width: width * cos + height * sin, height: height * cos + width * sin };
        for (const of of ['width', 'height'] as const) {
          expect(turned[of]).toBeGreaterThanOrEqual(Math.max(1, Math.floor(expected[of]) - 1));
          expect(turned[of]).toBeLessThanOrEqual(Math.ceil(expected[of]) + 1);
        }
      }),
      { numRuns: 60, seed: 8 },
    );
  });

  it.for([
    [{}, [0, 0, 0, 0]],
    [{ background: '#00ff00' }, [0, 255, 0]],
  ] as const)('has corners of the background with %j', async ([input, corner]) => {
    const { data, channels, width, height } = await adjusted(plain(80, 60, '#336699').png(), { rotate: 45, ...input });
    expect([...data.subarray(0, channels)]).toEqual(corner);
    const center = (Math.floor(height / 2) * width + Math.floor(width / 2)) * channels;
    expect([...data.subarray(center, center + 3)]).toEqual([0x33, 0x66, 0x99]);
  });

  it('is refused if the result would exceed the limits of an image', async () => {
    const long = plain(16_000, 2400, '#336699').png({ compressionLevel: 1 });
    await expect(adjusted(long, { rotate: 45 })).rejects.toThrow(/"\/rotate":"makes a result of 13\d{3} × 13\d{3}/);
  });
});

describe('trims', () => {
  it('edges that look like the corner, and nothing more', async () => {
    const inner = await waves(40, 30).png().toBuffer();
    const framed = plain(100, 80, '#00ff00').composite([{ input: inner, left: 21, top: 13 }]);
    expect(farthest(await adjusted(framed.removeAlpha().png(), { trim: 10 }), await wavePixels(40, 30))).toBe(0);
  });

  it.for([
    [50, 40],
    [2, 9],
    [1, 1],
  ] as const)('nothing from an image of %i × %i pixels of one colour', async ([width, height]) => {
    expect(await adjusted(plain(width, height, '#336699').png(), { trim: 10 })).toMatchObject({ width, height });
  });

  it('before rotating', async () => {
    const inner = await waves(40, 30).png().toBuffer();
    const framed = plain(100, 80, '#00ff00').composite([{ input: inner, left: 21, top: 13 }]);
    expect(
      farthest(await adjusted(framed.removeAlpha().png(), { trim: 10, rotate: 90 }), right(await wavePixels(40, 30))),
    ).toBe(0);
  });
});

/** The mean difference of neighbouring pixels. */
function roughness({ data, channels }: Pixels): number {
  let sum = 0;
  for (let at = channels; at < data.length; at++) sum += Math.abs(data[at]! - data[at - channels]!);
  return sum / data.length;
}
const mean = ({ data }: Pixels): number => data.reduce((sum, each) => sum + each, 0) / data.length;

describe('the pixels change as requested:', () => {
  it('blur smooths the image, more with a larger sigma, and keeps its brightness', async () => {
    const [little, much] = [await adjustedWaves({ blur: 1 }), await adjustedWaves({ blur: 8 })];
    expect(roughness(little)).toBeLessThan(roughness(picture));
    expect(roughness(much)).toBeLessThan(roughness(little));
    expect(Math.abs(mean(much) - mean(picture))).toBeLessThan(3);
  });

  it('sharpen makes edges steeper', async () => {
    expect(roughness(await adjusted(waves(97, 61).blur(2).png(), { sharpen: 2 }))).toBeGreaterThan(
      roughness(await pixelsOf(await waves(97, 61).blur(2).png().toBuffer())) * 1.1,
    );
  });

  it('brightness and saturation are factors, and 1 changes nothing', async () => {
    expect(mean(await adjustedWaves({ brightness: 0.5 }))).toBeLessThan(mean(picture) - 10);
    expect(mean(await adjusted(plain(8, 8, '#808080').png(), { brightness: 0 }))).toBe(0);
    expect(mean(await adjustedWaves({ brightness: 1.5 }))).toBeGreaterThan(mean(picture) + 10);
    expect(farthest(await adjustedWaves({ brightness: 1, saturation: 1, hue: 360 }), picture)).toBe(0);
    const { data } = await adjustedWaves({ saturation: 0 });
    for (let at = 0; at < data.length; at += 3) expect(Math.abs(data[at]! - data[at + 1]!)).toBeLessThan(4);
  });

  it('hue rotates the colours', async () => {
    const [r, g, b] = (await adjusted(plain(8, 8, '#c04040').png(), { hue: 120 })).data;
    expect(g).toBeGreaterThan(r! + 30);
    expect(g).toBeGreaterThan(b! + 30);
  });

  it('grayscale is applied last, with three equal channels', async () => {
    const { data, channels } = await adjustedWaves({ grayscale: true, saturation: 3 });
    expect(channels).toBe(3);
    for (let at = 0; at < data.length; at += 3) expect([data[at + 1], data[at + 2]]).toEqual([data[at], data[at]]);
  });

  it('transparency is kept', async () => {
    const { data, channels } = await adjusted(waves(64, 64, 4).png(), { grayscale: true, flop: true, brightness: 1.1 });
    expect(channels).toBe(4);
    expect([data[3], data[data.length - 1]]).toEqual([0, 255]);
  });
});

describe('all adjustments at once give the same result as one after the other,', () => {
  const steps = [
    [{ flip: true }, { flop: true }, { blur: 2 }, { sharpen: 1 }],
    [{ blur: 1.5 }, { grayscale: true }],
    [{ sharpen: 2 }, { brightness: 1.2, saturation: 0.7, hue: 40 }, { grayscale: true }],
    [{ trim: 3 }, { rotate: 30, background: '#336699' }, { flop: true }, { blur: 1 }],
  ] as const satisfies readonly (readonly JsonObject[])[];
  it.for(steps.flatMap((each) => [3, 4].map((channels) => [channels, each] as const)))(
    'for an image with %i channels: %j',
    async ([channels, parts]) => {
      let inTurns = await waves(97, 61, channels as 3 | 4)
        .png()
        .toBuffer();
      const once = await adjusted(sharp(inTurns).png(), Object.assign({}, ...parts) as JsonObject);
      for (const part of parts) {
        const { data, width, height, channels: found } = await adjusted(sharp(inTurns).png(), part);
        const raw = { width, height, channels: found as 3 | 4 };
        inTurns = await sharp(data, { raw }).png().toBuffer();
      }
      expect(farthest(once, await pixelsOf(inTurns))).toBe(0);
    },
  );
});
