import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { drawn, fixture } from './samples.ts';

const MISMATCH = { ok: false, reason: 'content_mismatch' };
const SAMPLES = await drawn();
const sample = (name: string): Buffer => SAMPLES.find((each) => each.name === name)!.bytes;
const MIB = 1024 * 1024;

describe('PNG', () => {
  const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const END = chunk('IEND');
  const PIXELS = chunk('IDAT', Buffer.alloc(20));

  function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, crc]);
  }

  function head(width: number, height: number, rest = [8, 2, 0, 0, 0]): Buffer {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width);
    data.writeUInt32BE(height, 4);
    return chunk('IHDR', Buffer.concat([data.subarray(0, 8), Buffer.from(rest)]));
  }

  const inspected = (...parts: Buffer[]) => inspect(Buffer.concat([SIGNATURE, ...parts]), 'image/png');

  test('exactly 40 megapixels are accepted and one column more is too many', () => {
    expect(inspected(head(8000, 5000), PIXELS, END)).toEqual({ ok: true, width: 8000, height: 5000 });
    expect(inspected(head(8001, 5000), PIXELS, END)).toMatchObject({ ok: false, reason: 'too_many_pixels' });
    expect(inspected(head(2 ** 31 - 1, 2 ** 31 - 1), PIXELS, END)).toMatchObject({
      ok: false,
      reason: 'too_many_pixels',
    });
  });

  test.for([
    ['no pixels', [head(1, 1), END]],
    ['no end', [head(1, 1), PIXELS]],
    ['no width', [head(0, 1), PIXELS, END]],
    ['a width beyond the format', [head(2 ** 31, 1), PIXELS, END]],
    ['a second header', [head(1, 1), head(1, 1), PIXELS, END]],
    ['its header late', [chunk('gAMA', Buffer.alloc(4)), head(1, 1), PIXELS, END]],
    ['interrupted pixels', [head(1, 1), PIXELS, chunk('tIME', Buffer.alloc(7)), PIXELS, END]],
    ['pixels after its end', [head(1, 1), PIXELS, END, PIXELS]],
    ['two ends', [head(1, 1), PIXELS, END, END]],
    ['data in its end', [head(1, 1), PIXELS, chunk('IEND', Buffer.alloc(1))]],
    ['an unknown critical chunk', [head(1, 1), chunk('CgBI', Buffer.alloc(4)), PIXELS, END]],
    ['a nameless chunk', [head(1, 1), chunk('a\0Aa'), PIXELS, END]],
    ['a missing palette', [head(1, 1, [8, 3, 0, 0, 0]), PIXELS, END]],
    ['a palette after the pixels', [head(1, 1, [8, 3, 0, 0, 0]), PIXELS, chunk('PLTE', Buffer.alloc(3)), END]],
    ['a forbidden palette', [head(1, 1, [8, 0, 0, 0, 0]), chunk('PLTE', Buffer.alloc(3)), PIXELS, END]],
    ['a palette of an incomplete colour', [head(1, 1, [8, 3, 0, 0, 0]), chunk('PLTE', Buffer.alloc(4)), PIXELS, END]],
    ['an impossible depth', [head(1, 1, [4, 2, 0, 0, 0]), PIXELS, END]],
    ['an unknown colour type', [head(1, 1, [8, 5, 0, 0, 0]), PIXELS, END]],
    ['an unknown interlace method', [head(1, 1, [8, 2, 0, 0, 2]), PIXELS, END]],
    ['a chunk of 4 GB', [head(1, 1), Buffer.from('ffffffff49444154', 'hex'), Buffer.alloc(64)]],
  ] as const)('with %s is refused', ([, parts]) => {
    expect(inspected(...parts)).toMatchObject(MISMATCH);
  });

  test('a million empty chunks are parsed and refused', () => {
    const pairs = Buffer.alloc(12 * MIB, Buffer.concat([chunk('tEXt'), chunk('zTXt')]));
    expect(inspected(head(1, 1), pairs)).toMatchObject(MISMATCH);
  });
});

describe('JPEG', () => {
  const jpeg = sample('baseline JPEG');
  const inspected = (...parts: (Buffer | string)[]) =>
    inspect(
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))),
      'image/jpeg',
    );
  const frame = jpeg.indexOf('ffc0', 0, 'hex');
  const scan = jpeg.indexOf('ffda', 0, 'hex');
  const changed = (at: number, hex: string): Buffer =>
    Buffer.concat([jpeg.subarray(0, at), Buffer.from(hex, 'hex'), jpeg.subarray(at + hex.length / 2)]);

  test('the dimensions are those after EXIF orientation', () => {
    expect(inspect(sample('JPEG with EXIF orientation'), 'image/jpeg')).toMatchObject({ width: 40, height: 60 });
  });

  test('65,500 × 65,500 is too many pixels', () => {
    expect(inspected(changed(frame + 5, 'ffdcffdc'))).toMatchObject({ ok: false, reason: 'too_many_pixels' });
  });

  test('data that cameras write after the image is accepted: previews, padding, a motion photo, a Samsung block', () => {
    const data = Buffer.from('00000a0b4e616d65', 'hex');
    const directory = Buffer.from(`534546486b000000010000000000010a${'08000000'}${'08000000'}`, 'hex');
    const samsung = Buffer.concat([data, directory, Buffer.from('1800000053454654', 'hex')]);
    for (const behind of [[jpeg], ['0000'], ['00', jpeg, '000000', jpeg], [fixture('moov-first.mp4')], [samsung]]) {
      expect(inspected(jpeg, ...behind)).toMatchObject({ ok: true, width: 60, height: 40 });
    }
    expect(inspected(jpeg, samsung.subarray(1))).toMatchObject(MISMATCH);
  });

  test.for([
    ['a truncated preview', [jpeg, jpeg.subarray(0, -9)]],
    ['a ZIP after it', [jpeg, '504b0304']],
    ['a truncated motion photo', [jpeg, fixture('moov-first.mp4').subarray(0, -1)]],
    ['a height of zero', [changed(frame + 5, '0000')]],
    ['12-bit samples', [changed(frame + 4, '0c')]],
    ['two components', [changed(frame + 9, '02')]],
    ['a lossless frame', [changed(frame + 1, 'c3')]],
    ['a second frame', [jpeg.subarray(0, scan), jpeg.subarray(frame, frame + 19), jpeg.subarray(scan)]],
    ['a scan before its frame', [jpeg.subarray(0, 20), jpeg.subarray(scan)]],
    ['no scan', [jpeg.subarray(0, scan), 'ffd9']],
    ['an empty scan', [jpeg.subarray(0, scan + 14), 'ffd9']],
    ['a segment of no length', ['ffd8ffe00000', jpeg.subarray(2)]],
    ['a segment beyond the file', ['ffd8ffe0ffff', jpeg.subarray(2)]],
    ['a restart marker between segments', ['ffd8ffd0', jpeg.subarray(2)]],
    ['only SOI and EOI', ['ffd8ffd9']],
  ] as const)('with %s is refused', ([, parts]) => {
    expect(inspected(...parts)).toMatchObject(MISMATCH);
  });

  test('megabytes of fill bytes and of stuffed bytes are parsed and refused', () => {
    for (const filler of [Buffer.alloc(12 * MIB, 0xff), Buffer.alloc(12 * MIB, Buffer.from([0xff, 0x00]))]) {
      expect(inspected(jpeg.subarray(0, -2), filler)).toMatchObject(MISMATCH);
    }
    expect(inspected('ffd8', Buffer.alloc(12 * MIB, Buffer.from('ffe00002', 'hex')))).toMatchObject(MISMATCH);
    expect(inspected(jpeg, Buffer.alloc(12 * MIB, jpeg))).toMatchObject(MISMATCH);
  });
});
