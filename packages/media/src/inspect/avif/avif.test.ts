/** AVIF files that sharp never writes: grids, turns, other colours, and files that lie. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as write from '../../testing/avif.ts';
import type { WrittenFile, WrittenItem } from '../../testing/avif.ts';
import { inspectOutside } from '../inspect.ts';
import { av1PictureOf } from './av1-picture.ts';

const SIZE = { width: 60, height: 40 };
const scene = sharp({ create: { ...SIZE, channels: 3, background: '#c03060' } });
const { data, config } = write.av1In(await scene.clone().avif({ effort: 0 }).toBuffer());
const icc = (await sharp(await scene.clone().withIccProfile('p3').png().toBuffer()).metadata()).icc!;

const one = (...properties: readonly Buffer[]): WrittenItem => ({
  id: 1,
  type: 'av01',
  data,
  properties: [config, write.ispe(60, 40), ...properties],
});
const inspected = (file: WrittenFile) => inspectOutside(write.avifOf(file), 'image/avif');
const problemOf = (file: WrittenFile): string => {
  const found = inspected(file);
  return found.ok ? 'accepted' : found.problem;
};

/** A grid whose tiles are all the same picture. */
function gridFile(rows: number, columns: number, [width, height]: readonly [number, number]): WrittenFile {
  const properties = [write.ispe(width, height)];
  const main = { id: 7, type: 'grid', data: write.grid(rows, columns, [width, height]), properties };
  const to = Array.from({ length: rows * columns }, () => 1);
  return { items: [main, one()], references: [{ type: 'dimg', from: 7, to }] };
}

describe('a picture', () => {
  test.for([
    ['alone', { items: [one()] }],
    ['turned once', { items: [one(write.irot(1))] }],
    ['turned twice', { items: [one(write.irot(2))] }],
    ['with a profile', { items: [one(write.nclx(12, 13), write.profile(icc))] }],
    ['with the code points of sRGB', { items: [one(write.nclx(1, 13))] }],
    ['a grid', gridFile(2, 3, [180, 80])],
    ['a grid whose last tiles exceed it', gridFile(2, 3, [140, 50])],
  ] as const)('%s has the size with which the decoder shows it', async ([, file]) => {
    const bytes = write.avifOf(file);
    const { autoOrient } = await sharp(bytes).metadata();
    await sharp(bytes).raw().toBuffer();
    expect(inspectOutside(bytes, 'image/avif')).toEqual({ ok: true, ...autoOrient });
  });
});

describe('a hostile or unusual file', () => {
  const [large, small] = [gridFile(2, 2, [120, 80]), one()];
  const alpha = Buffer.concat([write.u32(0), Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')]);
  const auxC = write.box('auxC', alpha);
  test.for<readonly [string, WrittenFile, RegExp]>([
    ['an animation', { items: [one()], brands: ['avif', 'avis'] }, /an animated AVIF/],
    ['HEIC', { items: [one()], brands: ['heic', 'mif1'] }, /no brand of AVIF/],
    ['a first brand that the decoder does not take for AVIF', { items: [one()], brands: ['mif1', 'avif'] }, /brand/],
    ['a picture in HEVC', { items: [{ ...one(), type: 'hvc1' }] }, /type "hvc1"/],
    ['a meta box without pictures', { items: [one()], handler: 'mp7t' }, /no picture/],
    ['a declared size that differs', { items: [{ ...one(), properties: [write.ispe(61, 40)] }] }, /another size/],
    ['two declared sizes', { items: [one(write.ispe(60, 40))] }, /without its size/],
    ['no declared size', { items: [{ ...one(), properties: [config] }] }, /without its size/],
    ['a picture that is not in the file', { items: [one()], shift: 9 }, /not in the file/],
    ['a place in another item', { items: [one()], method: 2 }, /another place/],
    ['bytes without a picture', { items: [{ ...one(), data: data.subarray(0, 2) }] }, /no picture/],
    ['five frames', { items: [{ ...one(), data: Buffer.concat(Array(5).fill(data)) }] }, /more than one/],
    ['a cropped picture', { items: [one(write.box('clap', Buffer.alloc(32)))] }, /clap/],
    ['a second picture', { items: [one(), { ...one(), id: 2 }] }, /several pictures/],
    ['a grid with gaps', gridFile(2, 2, [121, 80]), /gaps/],
    ['a grid with a row that is not shown', gridFile(2, 2, [120, 40]), /gaps/],
    ['a grid of fewer tiles', { ...large, references: [{ type: 'dimg', from: 7, to: [1] }] }, /number of tiles/],
    ['a grid of grids', { ...large, references: [{ type: 'dimg', from: 7, to: [7, 7, 7, 7] }] }, /tile/],
    [
      'transparency that is larger than the picture',
      {
        items: [
          { ...small, id: 9 },
          { ...large.items[0]!, properties: [write.ispe(120, 80), auxC] },
          { ...small, id: 1 },
        ],
        references: [...large.references!, { type: 'auxl', from: 7, to: [9] }],
      },
      /larger than the main one/,
    ],
    [
      'transparency in another codec',
      {
        items: [small, { ...small, id: 2, type: 'hvc1', properties: [write.ispe(60, 40), auxC] }],
        references: [{ type: 'auxl', from: 2, to: [1] }],
      },
      /transparency that is no picture/,
    ],
    ['HDR (PQ)', { items: [one(write.nclx(9, 16))] }, /high dynamic range/],
    ['HDR (HLG) with a profile', { items: [one(write.nclx(9, 18), write.profile(icc))] }, /high dynamic range/],
    ['wide colours without a profile', { items: [one(write.nclx(12, 13))] }, /primaries 12/],
    ['linear light without a profile', { items: [one(write.nclx(1, 8))] }, /transfer 8/],
  ])('is refused for its part: %s', ([, file, problem]) => {
    expect(problemOf(file)).toMatch(problem);
  });

  test('is refused for a grid of 96 megapixels, from one small tile', () => {
    expect(inspected(gridFile(200, 200, [12_000, 8000]))).toMatchObject({ ok: false, reason: 'too_many_pixels' });
  });

  test('is refused for items that share their bytes, and for more items than any picture has', () => {
    const bytes = write.avifOf({ items: Array.from({ length: 40 }, (_, n) => ({ ...one(), id: n + 1 })) });
    const iloc = bytes.indexOf('iloc');
    for (let n = 0; n < 40; n++) bytes.writeUInt32BE(40 * data.length, iloc + 12 + n * 16 + 12);
    for (let n = 0; n < 40; n++) bytes.writeUInt32BE(bytes.length - 40 * data.length, iloc + 12 + n * 16 + 8);
    expect(inspectOutside(bytes, 'image/avif')).toMatchObject({
      problem: expect.stringContaining('share their bytes'),
    });
    const many = Array.from({ length: 1025 }, (_, n) => ({
      ...one(),
      id: n + 1,
      data: Buffer.alloc(1),
      properties: [],
    }));
    expect(problemOf({ items: many })).toContain('too many items');
  });
});

test('the code points in the picture itself count if the file has none beside it', () => {
  const frame = Buffer.from([0x32, 0x01, 0x10]);
  // A reduced header of a still picture of 60 × 40: sizes of 6 bits, no tool, 8 bits, three planes, then the colours.
  const bits = (codes: string) =>
    `000${'1'}${'1'}${'00000'}${'0101'}${'0101'}${'111011'}${'100111'}${'000'}${'000'}${'0'}${'0'}${codes}`;
  const unit = (text: string) => {
    const padded = text.padEnd(Math.ceil((text.length + 1) / 8) * 8, '0');
    const body = Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
    return Buffer.concat([Buffer.from([0x0a, body.length]), body, frame]);
  };
  const eight = (value: number) => value.toString(2).padStart(8, '0');
  expect(av1PictureOf(unit(bits('0')))).toEqual({ ...SIZE, primaries: 2, transfer: 2 });
  const hdr = unit(bits(`1${eight(9)}${eight(16)}${eight(9)}`));
  expect(av1PictureOf(hdr)).toEqual({ ...SIZE, primaries: 9, transfer: 16 });
  expect(problemOf({ items: [{ ...one(), data: hdr }] })).toContain('high dynamic range');
  expect(problemOf({ items: [{ ...one(write.nclx(1, 13)), data: hdr }] })).toContain('high dynamic range');
});
