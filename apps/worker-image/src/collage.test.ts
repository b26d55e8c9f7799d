/** image-collage places each image in its grid cell: the pixels are read back, cell by cell. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import type { InputFile } from '@farebox/worker';
import { farthest, pixelsOf } from './testing/pixels.ts';
import { openFixture } from './testing/fixture.ts';
import { plain, run, waves } from './testing/samples.ts';

const { operations, stored } = await openFixture();

async function laid(images: readonly Sharp[], input: JsonObject) {
  const given = await Promise.all(images.map(stored));
  const named = Object.fromEntries(given.map((file, n) => [`file_${n}`, file]));
  const found = await run(operations, {
    tool: 'image-collage',
    input: { format: 'png', ...input, images: given.map((_, n) => ({ fileId: `file_${n}` })) },
    source: given[0] as InputFile,
    files: named,
  });
  return { ...found, made: found.contents[0] as Buffer };
}

async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

/** An image of one colour, a different one for each number. */
const solid = (n: number, width = 30, height = 30) => plain(width, height, colourOf(n)).png();
const colourOf = (n: number) =>
  `#${[(n * 37) % 256, (n * 91) % 256, (n * 151) % 256].map((c) => c.toString(16).padStart(2, '0')).join('')}`;
const channelsOf = (colour: string) => [...Buffer.from(colour.slice(1), 'hex')];

describe.for([
  [2, undefined, 2, 1],
  [3, undefined, 2, 2],
  [5, undefined, 3, 2],
  [20, undefined, 5, 4],
  [7, 3, 3, 3],
  [2, 5, 5, 1],
  [20, 1, 1, 20],
] as const)('%i images in %s columns', ([count, columns, wide, high]) => {
  it('are placed row by row, with gaps between and around them, and empty cells show the background', async () => {
    const images = Array.from({ length: count }, (_, n) => solid(n));
    const grid = { cellWidth: 12, cellHeight: 9, gap: 5, background: '#fedcba' };
    const { artifacts, made } = await laid(images, { ...grid, ...(columns === undefined ? {} : { columns }) });
    const size = { width: wide * 17 + 5, height: high * 14 + 5 };
    expect(artifacts).toMatchObject([{ ...size, mimeType: 'image/png' }]);
    const expected = Buffer.from(
      Array.from({ length: size.width * size.height }, (_, at) => {
        const [x, y] = [at % size.width, Math.floor(at / size.width)];
        const [column, row] = [Math.floor((x - 5) / 17), Math.floor((y - 5) / 14)];
        const isInside = x >= 5 && y >= 5 && (x - 5) % 17 < 12 && (y - 5) % 14 < 9;
        const n = row * wide + column;
        return channelsOf(isInside && n < count ? colourOf(n) : '#fedcba');
      }).flat(),
    );
    expect(farthest(await pixelsOf(made), { data: expected, ...size, channels: 3 })).toBe(0);
  });
});

describe('an image in its cell', () => {
  /** Red, green and blue thirds. */
  const thirds = () =>
    plain(90, 30, '#ff0000')
      .composite([
        { input: { create: { width: 30, height: 30, channels: 3, background: '#00ff00' } }, left: 30, top: 0 },
        { input: { create: { width: 30, height: 30, channels: 3, background: '#0000ff' } }, left: 60, top: 0 },
      ])
      .png();
  const cell = { cellWidth: 60, cellHeight: 60, gap: 0, columns: 2, background: '#000000' };

  it.for([
    ['cover', [0, 255, 0], [0, 255, 0], [0, 255, 0]],
    ['contain', [255, 0, 0], [0, 0, 0], [0, 255, 0]],
    ['fill', [255, 0, 0], [255, 0, 0], [0, 255, 0]],
  ] as const)('fits by %s', async ([fit, left, corner, middle]) => {
    const { made } = await laid([thirds(), solid(1)], { ...cell, fit });
    expect(await Promise.all([pixelAt(made, 3, 30), pixelAt(made, 3, 3), pixelAt(made, 30, 30)])).toEqual([
      left,
      corner,
      middle,
    ]);
  });

  it('is upright', async () => {
    const turned = thirds().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 });
    const { made } = await laid([turned, solid(1)], { ...cell, fit: 'fill' });
    const [top, bottom] = [await pixelAt(made, 30, 3), await pixelAt(made, 30, 57)];
    expect([top[0]! > 240, bottom[2]! > 240]).toEqual([true, true]);
  });

  it.for([
    ['nothing', 'png', {}, [0, 0, 0, 0]],
    ['white', 'jpeg', {}, [255, 255, 255]],
    ['the background', 'png', { background: '#0000ff' }, [0, 0, 255]],
  ] as const)('that is transparent shows %s as %s', async ([, format, input, expected]) => {
    const { made } = await laid([plain(30, 30, '#ff000000').png(), waves(30, 30, 4).png()], {
      cellWidth: 20,
      cellHeight: 20,
      gap: 4,
      format,
      ...input,
    });
    expect(await Promise.all([pixelAt(made, 10, 10), pixelAt(made, 1, 1)])).toEqual([expected, expected]);
  });
});

it('a collage is billed for all images together, or for its own pixels if they are more', async () => {
  const large = () => plain(2000, 1300, '#123456').png();
  const small = await laid([large(), large(), large()], { cellWidth: 10, cellHeight: 10 });
  expect([small.units, small.quote.breakdown[0]?.quantity]).toEqual([8, 8]);
  const wide = await laid([solid(1), solid(2)], { cellWidth: 2000, cellHeight: 1000, gap: 0 });
  expect([wide.units, wide.quote.breakdown[0]?.quantity]).toEqual([4, 4]);
});

it('one damaged image fails the execution as not readable, at any position', async () => {
  const broken = await stored(waves(300, 200).png());
  await writeFile(broken.path, (await waves(300, 200).png().toBuffer()).subarray(0, 500));
  const ended = run(operations, {
    tool: 'image-collage',
    input: { images: [{ fileId: 'file_a' }, { fileId: 'file_b' }] },
    source: await stored(solid(1)),
    files: { file_b: broken },
  });
  await expect(ended).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_not_readable' });
});
