import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UPLOAD_MIME_TYPES } from '@farebox/contract';
import type { AnimationType } from '@farebox/kernel';
import { inspect, inspectOutside } from './inspect.ts';
import { fixture } from './samples.ts';

const MISMATCH = { ok: false, reason: 'content_mismatch' };
const KINDS = [
  ['image/webp', fixture('animation.webp')],
  ['image/gif', fixture('animation.gif')],
] as const;

describe.for(KINDS)('%s', ([mimeType, bytes]) => {
  it('reports the canvas size and the total duration of its frames', () => {
    expect(inspect(bytes, mimeType)).toEqual({ ok: true, width: 64, height: 48, durationSeconds: 0.5 });
  });

  it('is refused as any upload type and as the other animation type', () => {
    for (const other of UPLOAD_MIME_TYPES) expect(inspectOutside(bytes, other)).toMatchObject(MISMATCH);
    const others = KINDS.map(([each]) => each).filter((each) => each !== mimeType);
    for (const other of others) expect(inspect(bytes, other)).toMatchObject(MISMATCH);
  });

  it('is refused if it is truncated anywhere, begins late, or is followed by other data', () => {
    const parts = Array.from({ length: bytes.length }, (_, cut) => bytes.subarray(0, cut));
    const wrong = [...parts, bytes.subarray(1), Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])];
    expect(wrong.filter((each) => inspect(each, mimeType).ok)).toEqual([]);
  });

  it('never makes the parser throw or hang, however it is damaged', () => {
    const write = fc.tuple(fc.nat(bytes.length - 1), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0xff), fc.nat(255)));
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 12 }), (writes) => {
        const copy = Buffer.from(bytes);
        for (const [at, byte] of writes) copy[at] = byte;
        expect(typeof inspect(copy, mimeType).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

const size = { width: 40, height: 30 };
const still = sharp({ create: { ...size, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

it.for([
  ['lossy with transparency', () => still.clone().webp()],
  ['lossy', () => still.clone().flatten().webp()],
  ['lossless', () => still.clone().webp({ lossless: true })],
] as const)('a still WebP image is also measured: %s', async ([, made]) => {
  expect(inspect(await made().toBuffer(), 'image/webp')).toEqual({ ok: true, ...size });
});

describe('data other than frames is refused:', () => {
  it('metadata in a WebP', async () => {
    const told = await still
      .clone()
      .webp()
      .withExif({ IFD0: { Copyright: 'mine' } })
      .toBuffer();
    expect(inspect(told, 'image/webp')).toMatchObject(MISMATCH);
  });

  const gif = fixture('animation.gif');
  const before = (extension: string): Buffer =>
    Buffer.concat([gif.subarray(0, -1), Buffer.from(extension, 'latin1'), gif.subarray(-1)]);
  it.for([
    ['a comment', before('\x21\xfe\x04mine\x00')],
    ['an unknown application extension', before('\x21\xff\x0bXMP DataXMP\x04mine\x00')],
  ] as const)('%s in a GIF', ([, bytes]) => {
    expect(inspect(bytes, 'image/gif')).toMatchObject(MISMATCH);
  });
});

const at = (bytes: Buffer, text: string): number => bytes.indexOf(text, 0, 'latin1');
const written = (bytes: Buffer, offset: number, value: readonly number[]): Buffer => {
  const copy = Buffer.from(bytes);
  value.forEach((byte, n) => (copy[offset + n] = byte));
  return copy;
};

describe('contradictory sizes are refused:', () => {
  const webp = fixture('animation.webp');
  const gif = fixture('animation.gif');
  it.for([
    ['a canvas that is smaller than its frames', 'image/webp', written(webp, at(webp, 'VP8X') + 12, [9, 0, 0])],
    ['a canvas above the pixel limit', 'image/webp', written(webp, at(webp, 'VP8X') + 12, [255, 255, 0, 255, 255, 0])],
    ['a frame of another size than declared', 'image/webp', written(webp, at(webp, 'ANMF') + 14, [60, 0, 0])],
    ['a file of another size than declared', 'image/webp', written(webp, 4, [0, 0, 0, 0])],
    ['a canvas that is smaller than its frames', 'image/gif', written(gif, 6, [9, 0])],
    ['a canvas above the pixel limit', 'image/gif', written(gif, 6, [255, 255, 255, 255])],
  ] as readonly (readonly [string, AnimationType, Buffer])[])('%s (%s)', ([, mimeType, bytes]) => {
    expect(inspect(bytes, mimeType)).toMatchObject(MISMATCH);
  });
});
