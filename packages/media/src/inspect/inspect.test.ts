import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UPLOAD_MIME_TYPES } from '@farebox/contract';
import { inspectOutside } from './inspect.ts';
import { drawn, RECORDED, type Sample } from './samples.ts';

const SAMPLES = [...RECORDED, ...(await drawn())];

const BARE_BYTES = 14 * 144;
/** Some writers declare the whole file as the samples, so a cut of the header's size looks like one of them. */
const isHeader = (rest: Buffer): boolean => [70, 78, 84, 92, 94, 102, 106, 114].includes(rest.length);
const isFragment = (rest: Buffer, at: number): boolean =>
  ['moof', 'mfra'].includes(rest.toString('latin1', at, at + 4));
const isEndMarker = (rest: Buffer): boolean => rest.length <= 2;

/**
 * Truncations that leave a complete, shorter file: in the frames of an MP3 without a Xing header, between fragments,
 * in an ID3v1 tag; and those that take nothing but the end marker of a JPEG, or the size of a WAV's header. Each entry checks the bytes right after the cut.
 */
const WHOLE_WHEN_CUT: Readonly<Record<string, (rest: Buffer) => boolean>> = {
  'bare.mp3': (rest) => rest.length <= BARE_BYTES - 2 * 144,
  'cbr.mp3': (rest) => rest.toString('latin1', 0, 3) === 'TAG' && rest.length === 128,
  'fragmented.mp4': (rest) => [0, 1, 2, 3].some((zeros) => isFragment(rest, 4 - zeros)),
  'pcm16.wav': isHeader,
  'float32.wav': isHeader,
  'alaw.wav': isHeader,
  'surround24.wav': isHeader,
  ...Object.fromEntries(
    ['baseline JPEG', 'grey JPEG', 'CMYK JPEG', 'JPEG with EXIF orientation'].map((name) => [name, isEndMarker]),
  ),
};

describe.for(SAMPLES.map((sample) => [sample.name, sample] as const))('%s', ([, sample]) => {
  test('is accepted as its type, with its size or duration', () => {
    expect(inspectOutside(sample.bytes, sample.mimeType)).toEqual(sample.found);
  });

  test('is refused as any other type', () => {
    const accepted = UPLOAD_MIME_TYPES.filter((mimeType) => inspectOutside(sample.bytes, mimeType).ok);
    expect(accepted).toEqual([sample.mimeType]);
  });

  test('is refused if it is truncated anywhere', () => {
    const accepted = cuts(sample).filter((cut) => inspectOutside(sample.bytes.subarray(0, cut), sample.mimeType).ok);
    const whole = WHOLE_WHEN_CUT[sample.name] ?? (() => false);
    expect(accepted.filter((cut) => !whole(sample.bytes.subarray(cut)))).toEqual([]);
  });

  test('is refused if it begins a byte late or is followed by unknown bytes', () => {
    // An MP3 may begin with the rest of a frame.
    const isMp3 = sample.mimeType === 'audio/mpeg';
    expect(inspectOutside(sample.bytes.subarray(1), sample.mimeType)).toMatchObject(isMp3 ? { ok: true } : MISMATCH);
    const longer = Buffer.concat([sample.bytes, Buffer.from('<script>alert(1)</script>')]);
    expect(inspectOutside(longer, sample.mimeType)).toMatchObject(MISMATCH);
  });

  test('never makes the parser throw or hang, however it is damaged', () => {
    fc.assert(
      fc.property(damage(sample.bytes), (bytes) => {
        for (const mimeType of UPLOAD_MIME_TYPES) inspectOutside(bytes, mimeType);
      }),
      { numRuns: 300 },
    );
    expect.assertions(0); // reaching this line is the guarantee
  });
});

const MISMATCH = { ok: false, reason: 'content_mismatch' };

const cuts = ({ bytes }: Sample): number[] => Array.from({ length: bytes.length }, (_, cut) => cut);

/** Overwrites some bytes, often with values that break parsers; removes some; copies some to other positions. */
function damage(bytes: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat(bytes.length - 1);
  const value = fc.oneof(fc.constantFrom(0, 1, 7, 8, 0x7f, 0x80, 0xff), fc.nat(255));
  const overwrite = fc.array(fc.tuple(at, value), { maxLength: 12 });
  return fc.tuple(overwrite, at, fc.nat(64), at).map(([writes, from, length, to]) => {
    const copy = Buffer.from(bytes);
    for (const [index, byte] of writes) copy[index] = byte;
    const piece = bytes.subarray(from, from + length);
    return Buffer.concat([copy.subarray(0, to), piece, copy.subarray(to + (to % 3 === 0 ? length : 0))]);
  });
}

test('a PNG is refused if any single byte is changed', () => {
  const { bytes } = SAMPLES.find(({ name }) => name === 'PNG')!;
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ change;
      expect(inspectOutside(copy, 'image/png')).toMatchObject(MISMATCH);
    }),
    { numRuns: 1000 },
  );
});

test('random bytes after valid magic bytes are refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), fc.nat(64), fc.uint8Array({ maxLength: 500 }), (sample, kept, noise) => {
      const bytes = Buffer.concat([sample.bytes.subarray(0, kept), noise]);
      expect(inspectOutside(bytes, sample.mimeType)).toMatchObject(MISMATCH);
    }),
    { numRuns: 1000 },
  );
});
