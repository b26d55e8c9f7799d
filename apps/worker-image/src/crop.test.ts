/** image-crop keeps exactly the requested pixels, compared with a copy that this test makes itself. */
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { heldAs, ORIENTATIONS } from './testing/orientations.ts';
import { drawn, farthest, type Pixels, pixelsOf, wavePixels } from './testing/pixels.ts';
import { runPicture, scratch, sourceFile, waves } from './testing/samples.ts';

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

const crop = (image: Sharp, input: JsonObject) =>
  runPicture(operations, { tool: 'image-crop', image, input, directory: directory.path });

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
const cut = (from: Pixels, { left, top, ...size }: Box): Pixels => drawn(from, size, (x, y) => [left + x, top + y]);

const whole = { left: 0, top: 0, width: 97, height: 61 };
const cases: readonly (readonly [string, JsonObject, Box])[] = [
  ['a box', { box: { left: 10, top: 7, width: 30, height: 20 } }, { left: 10, top: 7, width: 30, height: 20 }],
  ['a box of the whole image', { box: whole }, whole],
  ['the last pixel', { box: { left: 96, top: 60, width: 1, height: 1 } }, { left: 96, top: 60, width: 1, height: 1 }],
  [
    'the right lower quarter',
    { part: { left: 0.5, top: 0.5, width: 0.5, height: 0.5 } },
    { left: 49, top: 31, width: 48, height: 30 },
  ],
  ['a part of the whole image', { part: { left: 0, top: 0, width: 1, height: 1 } }, whole],
  [
    'a part thinner than a pixel',
    { part: { left: 0.9999, top: 0.2, width: 0.0001, height: 0.0001 } },
    { left: 96, top: 12, width: 1, height: 1 },
  ],
  ['the center by default', { window: { width: 40, height: 30 } }, { left: 28, top: 15, width: 40, height: 30 }],
  ...(
    [
      ['north-west', 0, 0],
      ['north', 28, 0],
      ['north-east', 57, 0],
      ['east', 57, 15],
      ['south-east', 57, 31],
      ['south', 28, 31],
      ['south-west', 0, 31],
      ['west', 0, 15],
      ['center', 28, 15],
    ] as const
  ).map(
    ([gravity, left, top]) =>
      [gravity, { window: { width: 40, height: 30, gravity } }, { left, top, width: 40, height: 30 }] as const,
  ),
];

describe('a crop keeps exactly its pixels, not scaled:', () => {
  it.for(cases)('%s', async ([, input, box]) => {
    const { artifacts, contents } = await crop(waves(97, 61).png(), input);
    expect(artifacts).toMatchObject([{ mimeType: 'image/png', width: box.width, height: box.height }]);
    expect(farthest(await pixelsOf(contents[0]), cut(picture, box))).toBe(0);
  });
});

it.for(ORIENTATIONS)('an image stored with orientation %i is cropped as it is seen', async (orientation) => {
  const box = { left: 5, top: 40, width: 60, height: 15 };
  const { contents } = await crop(heldAs(orientation, picture), { box, format: 'png' });
  expect(farthest(await pixelsOf(contents[0]), cut(picture, box))).toBeLessThanOrEqual(12);
  expect((await sharp(contents[0]).metadata()).orientation).toBeUndefined();
});

describe.for(['attention', 'entropy'] as const)('the gravity %s', (gravity) => {
  it.for([
    [330, 20],
    [20, 230],
    [200, 120],
  ] as const)('keeps the only detail, at %i, %i', async ([left, top]) => {
    const patch = await waves(40, 40).png().toBuffer();
    const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } });
    const { artifacts, contents } = await crop(plain.composite([{ input: patch, left, top }]).png(), {
      window: { width: 120, height: 100, gravity },
    });
    expect(artifacts).toMatchObject([{ width: 120, height: 100 }]);
    const { data } = await pixelsOf(contents[0]);
    let seen = 0;
    for (let at = 0; at < data.length; at += 3)
      if (Math.abs(data[at]! - 128) + Math.abs(data[at + 2]! - 128) > 8) seen++;
    expect(seen / (40 * 40)).toBeGreaterThan(0.9);
  });

  it.for([
    [97, 61],
    [97, 10],
    [1, 61],
    [1, 1],
  ] as const)('makes %i × %i pixels from 97 × 61', async ([width, height]) => {
    const { artifacts } = await crop(waves(97, 61).png(), { window: { width, height, gravity } });
    expect(artifacts).toMatchObject([{ width, height }]);
  });
});

it('an image that is smaller than quoted is refused, not cropped elsewhere', async () => {
  const path = `${directory.path}/small.png`;
  await waves(20, 20).png().toFile(path);
  const source = await sourceFile(path, 'image/png', { width: 200, height: 200 });
  const step = {
    parameters: { box: { left: 0, top: 0, width: 50, height: 50 }, format: 'source' },
    inputs: { source },
  };
  const context = {
    projectId: 'project-one',
    organizationId: 'org-one',
    directory: directory.path,
    signal: AbortSignal.timeout(60_000),
  };
  const run = operations['crop']!({ ...context, ...step, usedCpu: () => {}, onProgress: () => {} });
  await expect(run).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_not_readable' });
});
