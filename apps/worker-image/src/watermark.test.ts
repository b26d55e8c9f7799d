/** image-watermark draws the requested mark, at the requested position, in the shipped font: the pixels are read back. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { type JsonObject, WATERMARK_CHARACTERS } from '@farebox/catalog';
import { drawnCharacters } from './testing/font.ts';
import { openFixture } from './testing/fixture.ts';
import { plain, run, waves } from './testing/samples.ts';

const { operations, stored } = await openFixture();

async function marked(image: Sharp, input: JsonObject, mark?: Sharp) {
  const [source, overlay] = [await stored(image), mark && (await stored(mark))];
  const given = { ...input, ...(overlay === undefined ? {} : { image: { fileId: 'file_mark' } }) };
  const found = await run(operations, {
    tool: 'image-watermark',
    input: { format: 'png', ...given },
    source,
    files: overlay === undefined ? {} : { file_mark: overlay },
  });
  return { ...found, made: found.contents[0] as Buffer };
}

async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

/** The largest difference of a channel, for the pixel in the middle. */
async function distance(bytes: Buffer, expected: readonly number[]): Promise<number> {
  const pixel = await pixelAt(bytes, 200, 150);
  return Math.max(...pixel.map((channel, n) => Math.abs(channel - expected[n]!)));
}

/** The bounding box of the pixels that differ from a plain background, and their number. */
async function changed(bytes: Buffer, background: readonly number[]) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom, count] = [info.width, info.height, -1, -1, 0];
  for (let index = 0; index < info.width * info.height; index++) {
    if (background.every((channel, n) => Math.abs(channel - data[index * 3 + n]!) <= 2)) continue;
    const [x, y] = [index % info.width, Math.floor(index / info.width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    count += 1;
  }
  return { left, top, right, bottom, count };
}

const BLUE = [0, 0, 128] as const;
const sea = (width = 400, height = 300) => plain(width, height, '#000080').png();
const red = (width = 40, height = 20) => plain(width, height, '#ff0000').png();

describe('an image as the mark', () => {
  it.for([
    ['north-west', 10, 10],
    ['north', 150, 10],
    ['north-east', 290, 10],
    ['west', 10, 125],
    ['center', 150, 125],
    ['east', 290, 125],
    ['south-west', 10, 240],
    ['south', 150, 240],
    ['south-east', 290, 240],
  ] as const)('is in the %s at %i, %i', async ([position, left, top]) => {
    const { made } = await marked(sea(), { position, margin: 10, scale: 0.25, opacity: 1 }, red());
    expect(await changed(made, BLUE)).toEqual({ left, top, right: left + 99, bottom: top + 49, count: 5000 });
    expect(await pixelAt(made, left, top)).toEqual([255, 0, 0]);
  });

  it('covers by its opacity, and by its own transparency', async () => {
    const half = await marked(sea(), { margin: 0, position: 'center', opacity: 0.5 }, red());
    expect(await distance(half.made, [128, 0, 64])).toBeLessThanOrEqual(1);
    const glass = await marked(
      sea(),
      { margin: 0, position: 'center', opacity: 0.5 },
      plain(40, 20, '#ff000080').png(),
    );
    expect(await distance(glass.made, [64, 0, 96])).toBeLessThanOrEqual(1);
  });

  it('is reduced to fit between the margins', async () => {
    const { made } = await marked(sea(400, 60), { margin: 20, scale: 1, opacity: 1 }, red());
    expect(await changed(made, BLUE)).toEqual({ left: 340, top: 20, right: 379, bottom: 39, count: 800 });
  });

  it('covers the whole image as tiles, with gaps', async () => {
    const { made } = await marked(sea(), { tile: true, margin: 20, scale: 0.2, opacity: 1 }, red());
    // Each tile has 80 × 40 pixels, one every 100 × 60.
    for (const [x, y] of [
      [0, 0],
      [79, 39],
      [100, 60],
      [379, 279],
      [300, 240],
    ] as const) {
      expect(await pixelAt(made, x, y)).toEqual([255, 0, 0]);
    }
    for (const [x, y] of [
      [80, 0],
      [99, 39],
      [0, 40],
      [399, 299],
    ] as const)
      expect(await pixelAt(made, x, y)).toEqual(BLUE);
  });

  it('is upright and in sRGB', async () => {
    const two = plain(80, 20, '#0000ff').composite([{ input: await red(40, 20).toBuffer(), left: 0, top: 0 }]);
    const { made } = await marked(
      plain(400, 400, '#00ff00').png(),
      { position: 'center', margin: 0, opacity: 1, scale: 0.1 },
      two.withMetadata({ orientation: 6 }).png(),
    );
    const [top, bottom] = [await pixelAt(made, 200, 140), await pixelAt(made, 200, 260)];
    expect([top[0]! > 240, bottom[2]! > 240]).toEqual([true, true]);
  });

  it('decides the units if it is larger than the source', async () => {
    const { units, quote } = await marked(sea(), {}, plain(2000, 1500, '#ff0000').png());
    expect([units, quote.breakdown[0]?.quantity]).toEqual([3, 3]);
  });
});

describe('a text as the mark', () => {
  it.for(['© Farebox 2026', 'Привет, Ελλάδα', 'مرحبا بالعالم', 'שלום', 'Հայաստան', 'საქართველო', 'two\nlines'])(
    'is drawn at its position: %s',
    async (text) => {
      const { made } = await marked(sea(), { text, margin: 10, scale: 0.5, opacity: 1 });
      const box = await changed(made, BLUE);
      expect(box.count).toBeGreaterThan(200);
      expect(box.left).toBeGreaterThanOrEqual(189);
      expect(box.right).toBeLessThanOrEqual(389);
      expect(box.right).toBeGreaterThan(370);
      expect(box.bottom).toBeLessThanOrEqual(289);
    },
  );

  it('has the requested colour, or white', async () => {
    const input = { text: '\u{2588}', position: 'center', scale: 0.2, opacity: 1 };
    expect(await pixelAt((await marked(sea(), input)).made, 200, 150)).toEqual([255, 255, 255]);
    expect(await pixelAt((await marked(sea(), { ...input, color: '#ffaa00' })).made, 200, 150)).toEqual([255, 170, 0]);
  });

  it('is never interpreted as markup: every character is drawn', async () => {
    const widthOf = async (text: string) => {
      const box = await changed((await marked(sea(), { text, scale: 1, opacity: 1, margin: 0 })).made, BLUE);
      return (box.right - box.left) / (box.bottom - box.top);
    };
    // Interpreted as markup, these would be short, broken or an error.
    expect(await widthOf('<b>a</b>')).toBeGreaterThan(3);
    expect(await widthOf('&amp;&amp;&amp;')).toBeGreaterThan(8);
    expect(await widthOf('<span font="1">a')).toBeGreaterThan(7);
    expect(await widthOf(`"'&<>`)).toBeGreaterThan(1);
  });

  it.for([
    ['of one letter on a huge scale', { text: 'W', scale: 1 }, 3000, 2000],
    ['of two hundred wide letters', { text: '\u{2a0c}'.repeat(200), scale: 1 }, 3000, 40],
    ['of a hundred lines', { text: 'a\n'.repeat(100), scale: 1 }, 500, 400],
    ['on one pixel', { text: 'Farebox' }, 1, 1],
    ['on one row', { text: 'Farebox', margin: 8192 }, 8192, 1],
    ['as tiles of one pixel', { text: '.', scale: 0.01, tile: true, margin: 0 }, 100, 100],
    ['as one tile with a gap beyond the image', { text: 'x', scale: 1, tile: true, margin: 8192 }, 300, 200],
  ] as const)('%s is drawn', async ([, input, width, height]) => {
    const { artifacts, made } = await marked(sea(width, height), input);
    expect(artifacts).toMatchObject([{ width, height }]);
    expect((await changed(made, BLUE)).count).toBeGreaterThan(0);
  });
});

it('the characters that a quote accepts are exactly those that the font draws', () => {
  const font = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));
  expect(WATERMARK_CHARACTERS.join(' ').split(' ')).toEqual(drawnCharacters(font));
});

it.for(['jpeg', 'png', 'webp', 'avif'] as const)('a %s result is opaque and of that type', async (format) => {
  const { artifacts, made } = await marked(waves(60, 40).withMetadata({ orientation: 6 }).jpeg(), {
    text: 'ok',
    format,
  });
  expect(artifacts).toMatchObject([{ width: 40, height: 60, mimeType: `image/${format}` }]);
  expect(await sharp(made).metadata()).toMatchObject({
    width: 40,
    height: 60,
    mediaType: `image/${format}`,
    hasAlpha: false,
  });
});

it('a transparent source stays transparent outside of the mark', async () => {
  const { made } = await marked(waves(64, 64, 4).png(), { position: 'south', opacity: 1 }, red());
  expect((await pixelAt(made, 5, 5))[3]).toBe(0);
  expect(await pixelAt(made, 32, 40)).toEqual([255, 0, 0, 255]);
});
