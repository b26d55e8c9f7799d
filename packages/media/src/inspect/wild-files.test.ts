/**
 * Files as real tools, transfers and archives leave them: every decoder reads them, so they are accepted, and measured
 * as ffmpeg decodes them.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { UploadMimeType } from '@farebox/contract';
import { inspect, inspectUpload } from './inspect.ts';
import { drawn, fixture, RECORDED, type Sample } from './samples.ts';
import { videoIn } from './video.ts';

const SAMPLES: readonly Sample[] = [...RECORDED, ...(await drawn())];
const named = (name: string): Sample => SAMPLES.find((sample) => sample.name === name)!;
const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** The bytes with 32-bit numbers overwritten. */
function written(bytes: Buffer, order: 'LE' | 'BE', ...numbers: readonly (readonly [at: number, value: number])[]) {
  const copy = Buffer.from(bytes);
  for (const [at, value] of numbers) {
    if (order === 'LE') copy.writeUInt32LE(value, at);
    else copy.writeUInt32BE(value, at);
  }
  return copy;
}

const problemOf = (bytes: Buffer, mimeType: UploadMimeType): string => {
  const found = inspect(bytes, mimeType);
  return found.ok ? 'accepted' : found.problem;
};

describe('padding behind the end', () => {
  test.for(
    SAMPLES.flatMap((sample) =>
      ['\n', '\r\n', '\0'.repeat(3), '\0'.repeat(5000), '\xff\xff'].map((pad) => [sample.name, pad]),
    ),
  )('of %s changes nothing: %j', async ([name, pad]) => {
    const { bytes, mimeType, found } = named(name!);
    expect(await inspectUpload(joined(bytes, pad!), mimeType)).toEqual(found);
  });
});

describe('WAV', () => {
  const { bytes: wav, found } = named('pcm16.wav');
  const data = wav.indexOf('data');
  const start = data + 8;

  test.for([
    [
      'both lengths open, as ffmpeg streams',
      [
        [4, 0xffff_ffff],
        [data + 4, 0xffff_ffff],
      ],
    ],
    [
      'both lengths zero',
      [
        [4, 0],
        [data + 4, 0],
      ],
    ],
    [
      'the lengths of SoX',
      [
        [4, 0x7fff_f024],
        [data + 4, 0x7fff_f000],
      ],
    ],
    ['the length of arecord', [[data + 4, 0x8000_0000]]],
    [
      'the size of the whole file twice',
      [
        [4, wav.length],
        [data + 4, wav.length],
      ],
    ],
    ['a RIFF size that is too small', [[4, 36]]],
  ] as const)('with %s is measured by the samples that are there', ([, numbers]) => {
    expect(inspect(written(wav, 'LE', ...numbers), 'audio/wav')).toEqual(found);
  });

  const sizes = Buffer.alloc(28);
  sizes.writeUInt32LE(wav.length - start, 8);
  const large = (told: number) =>
    joined(
      'RF64',
      Buffer.alloc(4, 0xff),
      'WAVE',
      'ds64\x1c\0\0\0',
      sizes,
      written(wav, 'LE', [data + 4, told]).subarray(12),
    );

  test('as RF64 is measured, whether its chunk of samples is open or has its size', () => {
    for (const told of [0xffff_ffff, wav.length - start]) expect(inspect(large(told), 'audio/wav')).toEqual(found);
    expect(inspect(large(100), 'audio/wav')).toMatchObject({ ok: false });
  });

  test('another encoding is refused by its name', () => {
    const adpcm = Buffer.from(wav);
    adpcm.writeUInt16LE(0x11, wav.indexOf('fmt ') + 8);
    expect(problemOf(adpcm, 'audio/wav')).toMatch(/ADPCM \(IMA\) \(0x0011\) is not supported; supported: PCM/);
  });
});

describe('MP3', () => {
  const [cbr, vbr, bare] = ['cbr.mp3', 'vbr.mp3', 'bare.mp3'].map((name) => named(name).bytes) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const secondsOf = (...parts: (Buffer | string)[]): number | undefined => {
    const found = inspect(joined(...parts), 'audio/mpeg');
    return found.ok ? found.durationSeconds : undefined;
  };
  const FRAME = 0.036;
  const BARE = 0.504;

  test('joined files last as long as all of them, with their tags and of whatever rate', () => {
    const second = 0.444082 + 1152 / 44_100; // the header of the second file plays as a silent frame
    expect(secondsOf(cbr, vbr)).toBeCloseTo(0.444082 + second, 5);
    expect(secondsOf(bare, cbr, bare)).toBeCloseTo(BARE * 2 + second, 5);
    expect(secondsOf(...Array.from({ length: 50 }, () => bare))).toBeCloseTo(50 * BARE, 5);
  });

  test('the rest of a frame may be first, last, or between two files', () => {
    expect(secondsOf(bare.subarray(100))).toBeCloseTo(BARE - FRAME, 5);
    expect(secondsOf(bare.subarray(0, -30))).toBeCloseTo(BARE, 5);
    expect(secondsOf(bare.subarray(0, -30), bare)).toBeCloseTo(2 * BARE, 5);
    expect(secondsOf(bare.subarray(0, -30), 'TAG', Buffer.alloc(125))).toBeCloseTo(BARE, 5);
  });

  test('frames that are hidden in the rest of a frame are in the price', () => {
    const tiny = Buffer.alloc(24); // 24 ms at 8 kbit/s and 24 kHz
    tiny.writeUInt32BE(0xfff3_14c0);
    const hidden = joined(Buffer.alloc(40, 0x55), ...Array.from({ length: 20 }, () => tiny), Buffer.alloc(9, 0x55));
    expect(secondsOf(hidden, bare)).toBeGreaterThanOrEqual(BARE + 20 * 0.024 - 1e-6);
    expect(secondsOf(bare, hidden, bare)).toBeGreaterThanOrEqual(2 * BARE + 20 * 0.024 - 1e-6);
    // Single frames with other bytes in between are no chain from which the walk could go on.
    const single = joined(
      Buffer.alloc(40, 0x55),
      ...Array.from({ length: 20 }, () => joined(tiny, Buffer.from([0x55]))),
    );
    expect(secondsOf(bare, single, bare)).toBeGreaterThanOrEqual(2 * BARE + 20 * 0.024 - 1e-6);
  });

  test('a file with a header that was cut is refused, and so are other layers, by their names', () => {
    expect(problemOf(cbr.subarray(0, -400), 'audio/mpeg')).toMatch('fewer frames than the encoder wrote');
    const layer2 = Buffer.alloc(4000, 0x01);
    for (let at = 0; at < 4000; at += 208) layer2.writeUInt32BE(0xfffd_5000, at);
    expect(problemOf(layer2, 'audio/mpeg')).toMatch('MPEG audio layer II is not supported');
  });
});

describe('MP4', () => {
  const { bytes: mp4, found } = named('moov-first.mp4');

  test('uneven pictures that are decoded in another order last as long as they are shown', () => {
    const slides = fixture('slideshow.mp4');
    expect(inspect(slides, 'video/mp4')).toEqual({ ok: true, width: 64, height: 48, durationSeconds: 6 });
    expect(videoIn(slides)).toMatchObject({ pictures: 4, picturesSeconds: 6 });
  });

  test('any of the sums that writers declare is accepted, and decides nothing', () => {
    const slides = fixture('slideshow.mp4');
    const media = slides.indexOf('mdhd') + 16;
    const scale = slides.readUInt32BE(media);
    for (const seconds of [6, 7.5, 0]) {
      const told = written(slides, 'BE', [media + 4, Math.round(seconds * scale)]);
      expect(inspect(told, 'video/mp4')).toMatchObject({ ok: true, durationSeconds: 6 });
    }
    for (const seconds of [0.6, 60]) {
      const told = written(slides, 'BE', [media + 4, Math.round(seconds * scale)]);
      expect(inspect(told, 'video/mp4')).toMatchObject({ ok: false });
    }
  });

  test('media data that lasts to the end of the file is accepted, and still must be there', () => {
    const open = written(mp4, 'BE', [mp4.lastIndexOf('mdat') - 4, 0]);
    expect(inspect(open, 'video/mp4')).toEqual(found);
    expect(inspect(joined(open, '\n'), 'video/mp4')).toEqual(found);
    expect(inspect(open.subarray(0, -100), 'video/mp4')).toMatchObject({ ok: false });
  });

  test('fragments with a pause between them last with the pause', () => {
    const fragmented = named('fragmented.mp4').bytes;
    const late = Buffer.from(fragmented);
    const last = late.lastIndexOf('tfdt');
    const at = last + 8 + (late[last + 4] === 1 ? 4 : 0);
    late.writeUInt32BE(late.readUInt32BE(at) + 10 * 22_050, at);
    const { durationSeconds } = inspect(late, 'video/mp4') as { durationSeconds: number };
    expect(durationSeconds).toBeGreaterThan(10);
  });

  test.for([
    ['moov-last.mp4', 'mp4a', 'alac', /the sound codec ALAC \("alac"\) is not supported; supported: AAC/],
    ['silent.mp4', 'mp4v', 'jpeg', /the video codec Motion JPEG \("jpeg"\) is not supported; supported: H\.264/],
    ['moov-last.mp4', 'avc1', 's263', /the video codec H\.263/],
    ['moov-last.mp4', 'avc1', '<a>\0', /the video codec "\?a\?\?" is not supported/],
  ] as const)('%s with %s as %s is refused by its name', ([name, from, to, problem]) => {
    const copy = Buffer.from(named(name).bytes);
    for (let at = copy.indexOf(from); at !== -1; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'latin1');
    expect(problemOf(copy, 'video/mp4')).toMatch(problem);
  });

  test('sound alone, and QuickTime, are refused by their names', () => {
    expect(problemOf(fixture('sound-only.m4a'), 'video/mp4')).toMatch(/sound alone in MP4/);
    expect(problemOf(fixture('quicktime.mov'), 'video/mp4')).toMatch('QuickTime (.mov) is not supported');
  });
});

describe('JPEG without its end marker', () => {
  test.for(['baseline JPEG', 'grey JPEG', 'CMYK JPEG', 'JPEG with EXIF orientation'])('%s is accepted', (name) => {
    const { bytes, found } = named(name);
    for (const end of [-2, -1]) expect(inspect(bytes.subarray(0, end), 'image/jpeg')).toEqual(found);
    expect(inspect(joined(bytes.subarray(0, -2), '\0\0\n'), 'image/jpeg')).toEqual(found);
  });

  test('is refused if a block is missing, or if other data follows the blocks', () => {
    const { bytes } = named('baseline JPEG');
    expect(problemOf(bytes.subarray(0, -4), 'image/jpeg')).toMatch('ends inside the pixels');
    expect(problemOf(joined(bytes.subarray(0, -2), '<script>'), 'image/jpeg')).toMatch('ends inside the pixels');
    expect(problemOf(named('progressive JPEG').bytes.subarray(0, -2), 'image/jpeg')).toMatch('ends inside the pixels');
  });
});

describe('an animated PNG', () => {
  const png = named('PNG').bytes;
  function chunk(type: string, ...numbers: number[]): Buffer {
    const data = Buffer.concat(numbers.map((value) => written(Buffer.alloc(4), 'BE', [0, value])));
    const body = joined(type, data);
    return Buffer.concat([
      written(Buffer.alloc(4), 'BE', [0, data.length]),
      body,
      written(Buffer.alloc(4), 'BE', [0, crc32(body)]),
    ]);
  }
  const withChunk = (extra: Buffer): Buffer => joined(png.subarray(0, 33), extra, png.subarray(33));

  test('is refused by its name, and a still one with the same chunks is accepted', () => {
    const animated = /an animated PNG \(APNG\) is not supported; supported: PNG of one picture/;
    expect(problemOf(withChunk(chunk('acTL', 3, 0)), 'image/png')).toMatch(animated);
    expect(problemOf(withChunk(chunk('fdAT', 1, 2, 3)), 'image/png')).toMatch(animated);
    expect(inspect(withChunk(chunk('acTL', 1, 0)), 'image/png')).toEqual(named('PNG').found);
  });
});
