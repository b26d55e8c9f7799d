/** WebP from outside: metadata is accepted, animations and files that lie are refused. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspect, inspectOutside } from './inspect.ts';
import { fixture } from './samples.ts';

const SIZE = { width: 60, height: 40 };
const scene = () => sharp({ create: { ...SIZE, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });
const inspected = (bytes: Buffer) => inspectOutside(bytes, 'image/webp');

const tagged = await scene()
  .webp()
  .withExif({ IFD0: { Copyright: 'mine' } })
  .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
  .withIccProfile('p3')
  .toBuffer();
const plain = await scene().flatten().webp().toBuffer();

test('metadata is accepted from outside, and never in a file of our own tools', () => {
  expect(inspected(tagged)).toEqual({ ok: true, ...SIZE });
  expect(inspect(tagged, 'image/webp').ok).toBe(false);
});

test('an unknown chunk, an odd chunk and padding behind the end change nothing', async () => {
  const chunk = Buffer.concat([Buffer.from('junk'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')]);
  const longer = Buffer.concat([tagged, chunk]);
  longer.writeUInt32LE(longer.length - 8, 4);
  for (const bytes of [longer, Buffer.concat([plain, Buffer.alloc(9)])]) {
    expect(inspected(bytes)).toEqual({ ok: true, ...SIZE });
    await sharp(bytes, { failOn: 'error' }).raw().toBuffer();
  }
});

test('the smallest picture is accepted', async () => {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  for (const lossless of [true, false])
    expect(inspected(await pixel.clone().webp({ lossless }).toBuffer())).toEqual({ ok: true, width: 1, height: 1 });
});

describe('a hostile or unusual file', () => {
  const at = (bytes: Buffer, type: string): number => bytes.indexOf(type, 0, 'latin1') + 8;
  const changed = (bytes: Buffer, offset: number, ...values: readonly number[]): Buffer => {
    const copy = Buffer.from(bytes);
    values.forEach((value, n) => (copy[offset + n] = value));
    return copy;
  };
  const image = plain.subarray(12);
  const two = Buffer.concat([plain, image]);
  two.writeUInt32LE(two.length - 8, 4);

  test.for<readonly [string, Buffer, RegExp]>([
    ['an animation', fixture('animation.webp'), /an animated WebP/],
    ['a picture that says it is an animation', changed(tagged, at(tagged, 'VP8X'), 0x3e), /an animated WebP/],
    ['two pictures', two, /more than one/],
    ['a canvas of another size', changed(tagged, at(tagged, 'VP8X') + 4, 60), /canvas/],
    ['a first part that ends too early', changed(plain, at(plain, 'VP8 '), 0xf0, 0xff), /ends too early/],
    ['a file that ends too early', plain.subarray(0, -2), /another size/],
    ['a longer size than the file has', changed(plain, 4, 0xff, 0xff), /another size/],
    ['text behind the end', Buffer.concat([plain, Buffer.from('<script>')]), /another size/],
    ['a picture without pixels', changed(plain, at(plain, 'VP8 ') + 6, 0, 0), /no area/],
  ])('is refused for its part: %s', ([, bytes, problem]) => {
    expect(inspected(bytes)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  test('is refused for a picture of 268 megapixels in 90 bytes', () => {
    const bytes = changed(plain, at(plain, 'VP8 ') + 6, 0xff, 0x3f, 0xff, 0x3f);
    expect(inspected(bytes)).toMatchObject({ ok: false, reason: 'too_many_pixels' });
  });
});
