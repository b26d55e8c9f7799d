import { describe, expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { fixture } from './samples.ts';

const MISMATCH = { ok: false, reason: 'content_mismatch' };
const MIB = 1024 * 1024;

/** The bytes with some of them overwritten. */
function written(bytes: Buffer, at: number, value: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), value, bytes.subarray(at + value.length)]);
}

function uint(bytes: 2 | 4, value: number, order: 'LE' | 'BE'): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (order === 'LE') buffer.writeUIntLE(value, 0, bytes);
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

describe('WAV', () => {
  const wav = fixture('pcm16.wav');
  const inspected = (bytes: Buffer) => inspect(bytes, 'audio/wav');
  const at = (name: string) => wav.indexOf(name, 0, 'latin1');
  const u16 = (value: number) => uint(2, value, 'LE');
  const u32 = (value: number) => uint(4, value, 'LE');

  /** Wraps these chunks in RIFF. */
  function riff(...chunks: Buffer[]): Buffer {
    const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
    return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body]);
  }
  const chunk = (type: string, data: Buffer) => Buffer.concat([Buffer.from(type), u32(data.length), data]);
  const format = wav.subarray(at('fmt '), at('fmt ') + 24);

  test('odd chunks may be padded, and need no padding at the end', () => {
    const note = Buffer.concat([chunk('note', Buffer.from('abc')), Buffer.alloc(1)]);
    expect(inspected(riff(note, format, chunk('data', Buffer.alloc(16_001))))).toEqual({
      ok: true,
      durationSeconds: 1,
    });
  });

  test.for([
    ['more samples declared than the file has', written(wav, at('data') + 4, u32(wav.length + at('data') + 9))],
    ['fewer samples declared than the file has', written(wav, at('data') + 4, u32(100))],
    ['unknown bytes behind it', Buffer.concat([wav, Buffer.from('padding?')])],
    ['RF64 without its sizes', written(wav, 0, Buffer.from('RF64'))],
    ['samples before the format', riff(chunk('data', Buffer.alloc(8)), format)],
    ['samples twice', riff(format, chunk('data', Buffer.alloc(8)), chunk('data', Buffer.alloc(8)))],
    ['a format twice', riff(format, format, chunk('data', Buffer.alloc(8)))],
    ['no samples', riff(format, chunk('data', Buffer.alloc(0)))],
    ['no format', riff(chunk('data', Buffer.alloc(8)))],
    ['MP3 inside', written(wav, at('fmt ') + 8, u16(0x55))],
    ['no channels', written(wav, at('fmt ') + 10, u16(0))],
    ['a rate of zero', written(wav, at('fmt ') + 12, u32(0))],
    ['a block size of zero', written(wav, at('fmt ') + 20, u16(0))],
    ['13 bits', written(wav, at('fmt ') + 22, u16(13))],
    ['an unknown extensible format', riff(chunk('fmt ', Buffer.concat([u16(0xfffe), Buffer.alloc(38)])))],
  ] as const)('with %s is refused', ([, bytes]) => {
    expect(inspected(bytes)).toMatchObject(MISMATCH);
  });

  test('a million empty chunks are parsed and refused', () => {
    expect(inspected(riff(Buffer.alloc(12 * MIB, chunk('LIST', Buffer.alloc(0)))))).toMatchObject(MISMATCH);
  });
});

describe('MP3', () => {
  const bare = fixture('bare.mp3');
  const inspected = (...parts: Buffer[]) => inspect(Buffer.concat(parts), 'audio/mpeg');
  const id3 = (size: number[]) => Buffer.from([...Buffer.from('ID3'), 4, 0, 0, ...size]);
  const ape = (flags: number, size: number) =>
    Buffer.concat([
      Buffer.from('APETAGEX'),
      uint(4, 2000, 'LE'),
      uint(4, size, 'LE'),
      Buffer.alloc(7),
      Buffer.from([flags]),
      Buffer.alloc(8),
    ]);

  test('tags and padding around the frames are skipped by their size', () => {
    const found = { ok: true, durationSeconds: 0.504 };
    const [before, after] = [id3([0, 0, 0, 5]), Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])];
    expect(inspected(before, Buffer.alloc(5), Buffer.alloc(100), bare)).toEqual(found);
    expect(inspected(bare, Buffer.alloc(100), after)).toEqual(found);
    expect(inspected(bare, ape(0x80 | 0x20, 32), ape(0x80, 32), after)).toEqual(found);
  });

  test.for([
    ['a tag beyond the file', [id3([127, 127, 127, 127]), bare]],
    ['an invalid tag size', [id3([0, 0, 0, 128]), bare]],
    ['only a tag', [id3([0, 0, 0, 0])]],
    ['too many tags', [...Array.from({ length: 9 }, () => id3([0, 0, 0, 0])), bare]],
    ['one frame', [bare.subarray(0, 144)]],
    ['nothing', []],
    ['zeros', [Buffer.alloc(12 * MIB)]],
    ['text', [Buffer.from('#EXTM3U\nhttp://127.0.0.1/secret.mp3\n')]],
    ['more than the rest of a frame before the first one', [Buffer.alloc(1441, 0x7f), bare]],
    ['more than the rest of a frame between two', [bare, Buffer.alloc(1441, 0x7f), bare]],
    ['unknown bytes behind it', [bare, Buffer.from('padding?')]],
    ['the rest of a frame 300 times', Array.from({ length: 300 }, () => bare.subarray(0, -9))],
    ['RIFF around it', [Buffer.from('RIFF\0\0\0\0RMP3data\0\0\0\0'), bare]],
    ['a truncated ID3v1 tag', [bare, Buffer.from('TAG'), Buffer.alloc(124)]],
    ['an APE tag beyond the file', [bare, ape(0x80 | 0x20, 0xffffffff)]],
  ] as const)('with %s is refused', ([, parts]) => {
    expect(inspected(...parts)).toMatchObject(MISMATCH);
  });

  test('a megabyte of frames is parsed to its end', () => {
    const found = inspected(Buffer.alloc(144 * 80_000, bare.subarray(0, 144)));
    expect(found).toEqual({ ok: true, durationSeconds: 80_000 * 0.036 });
  });
});

describe('MP4', () => {
  const mp4 = fixture('moov-last.mp4');
  const inspected = (...parts: Buffer[]) => inspect(Buffer.concat(parts), 'video/mp4');
  const u32 = (value: number) => uint(4, value, 'BE');
  const at = (type: string) => mp4.indexOf(type, 0, 'latin1');
  const box = (type: string, payload: Buffer = Buffer.alloc(0)) =>
    Buffer.concat([u32(payload.length + 8), Buffer.from(type), payload]);
  const ftyp = mp4.subarray(0, 32);

  test('audio only, QuickTime and an AVIF image are other types', () => {
    for (const name of ['sound-only.m4a', 'quicktime.mov']) expect(inspected(fixture(name))).toMatchObject(MISMATCH);
    expect(inspected(box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf')), mp4.subarray(32))).toMatchObject(MISMATCH);
  });

  test('audio with a too short declared last frame lasts as long as it decodes to; with more such frames it is refused', () => {
    const short = fixture('sound-only.m4a');
    expect(inspect(short, 'audio/mp4')).toEqual({ ok: true, durationSeconds: (5 * 1024) / 8000 });
    const times = short.indexOf('stts') + 12;
    const shorter = [uint(4, 3, 'BE'), uint(4, 1024, 'BE'), uint(4, 2, 'BE'), uint(4, 200, 'BE')];
    expect(inspect(written(short, times, Buffer.concat(shorter)), 'audio/mp4')).toMatchObject({
      ...MISMATCH,
      problem: expect.stringContaining('longer than its times'),
    });
  });

  test('a box with a 64-bit size is read', () => {
    const free = Buffer.concat([u32(1), Buffer.from('free'), u32(0), u32(20), u32(0)]);
    expect(inspected(mp4, free)).toMatchObject({ ok: true, width: 64, height: 48 });
  });

  test.for([
    ['a box to the end of the file', [mp4, u32(0), Buffer.from('free')]],
    ['a box smaller than its head', [mp4, u32(7), Buffer.from('free')]],
    ['a box after padding', [mp4, Buffer.alloc(8), box('free')]],
    ['text after padding', [mp4, Buffer.from('\n<script>')]],
    ['a box of 16 exabytes', [mp4, u32(1), Buffer.from('free'), Buffer.alloc(8, 0xff)]],
    ['a 64-bit size of zero', [mp4, u32(1), Buffer.from('free'), Buffer.alloc(8)]],
    ['its ftyp late', [mp4.subarray(32), ftyp]],
    ['two moovs', [mp4, mp4.subarray(at('moov') - 4)]],
    ['no moov', [mp4.subarray(0, at('moov') - 4)]],
    ['no media data', [ftyp, mp4.subarray(at('moov') - 4)]],
    [
      'a moov without tracks',
      [ftyp, box('mdat', Buffer.alloc(9)), box('moov', mp4.subarray(at('mvhd') - 4, at('mvhd') + 104))],
    ],
    ['a timescale of zero', [written(mp4, at('mvhd') + 16, u32(0))]],
    ['a chunk before the media data', [written(mp4, at('stco') + 12, u32(0))]],
    ['a chunk after the file', [written(mp4, at('stco') + 12, u32(0xffffffff))]],
    ['more chunks than its table holds', [written(mp4, at('stco') + 8, u32(0xffffffff))]],
    ['media in another file', [written(mp4, at('url ') + 4, u32(0))]],
    ['a child beyond its parent', [written(mp4, at('mdhd') - 4, u32(0x7fffffff))]],
    ['a playlist', [Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')]],
    ['a playlist after its brand', [box('ftyp', Buffer.from('isom\0\0\0\0isom')), Buffer.from('#EXTM3U\n')]],
    ['brands of a broken size', [box('ftyp', Buffer.from('isom\0\0\0\0i')), mp4.subarray(32)]],
  ] as const)('with %s is refused', ([, parts]) => {
    expect(inspected(...parts)).toMatchObject(MISMATCH);
  });

  test('a million boxes, and a nesting of a hundred thousand, are refused', () => {
    expect(inspected(ftyp, Buffer.alloc(12 * MIB, box('free')))).toMatchObject(MISMATCH);
    const depth = 100_000;
    const nested = Buffer.concat(
      Array.from({ length: depth }, (_, level) => Buffer.concat([u32(8 * (depth - level)), Buffer.from('moov')])),
    );
    expect(inspected(ftyp, nested)).toMatchObject(MISMATCH);
  });

  test('a fragment that claims four billion samples of size zero neither hangs nor counts', () => {
    const fragmented = fixture('fragmented.mp4');
    const trun = fragmented.indexOf('trun', 0, 'latin1');
    const claimed = written(fragmented, trun + 8, Buffer.alloc(4, 0xff));
    expect(inspected(claimed)).toMatchObject(MISMATCH);
  });
});
