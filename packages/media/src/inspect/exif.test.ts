import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { UploadMimeType } from '@farebox/contract';
import { inspectOutside } from './inspect.ts';

const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } });
const [jpeg, png, webp] = [
  await plain.clone().jpeg().toBuffer(),
  await plain.clone().png().toBuffer(),
  await plain.clone().webp().toBuffer(),
];

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'an image of orientation %i has the size with which it is displayed',
  async (orientation) => {
    for (const mimeType of ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const) {
      const format = mimeType.slice('image/'.length) as 'jpeg' | 'png' | 'webp' | 'avif';
      const bytes = await plain.clone().withMetadata({ orientation }).toFormat(format, { effort: 1 }).toBuffer();
      // The decoder of AVIF turns the picture itself.
      expect((await sharp(bytes).metadata()).orientation).toBe(format === 'avif' ? undefined : orientation);
      const sides = orientation >= 5 ? { width: 40, height: 60 } : { width: 60, height: 40 };
      expect(inspectOutside(bytes, mimeType)).toEqual({ ok: true, ...sides });
      const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
      expect({ width: info.width, height: info.height, bytes: data.length }).toEqual({ ...sides, bytes: 7200 });
    }
  },
);

/** EXIF_BLOCKS sets a higher number. Prices are correct only if this code reads a block as the decoder reads it. */
const BLOCKS = Number(process.env['EXIF_BLOCKS'] ?? 2000);
const SEED = Number(process.env['EXIF_SEED'] ?? 7);

test('any EXIF block, however broken, has the same orientation here as in the decoder', async () => {
  let turned = 0;
  await fc.assert(
    fc.asyncProperty(files, async ({ mimeType, bytes }) => {
      const found = inspectOutside(bytes, mimeType);
      // An image that the worker's decoder does not open is never billed.
      const seen = await sharp(bytes, { failOn: 'error' })
        .metadata()
        .catch(() => null);
      if (!found.ok || seen === null) return;
      expect({ width: found.width, height: found.height }).toEqual(seen.autoOrient);
      if (found.width === 40) turned += 1;
    }),
    { numRuns: BLOCKS, seed: SEED },
  );
  expect(turned).toBeGreaterThan(BLOCKS / 20); // otherwise too many blocks were broken for a meaningful test
}, 600_000);

const ORIENTATION = 0x0112;
const uint16 = fc.oneof(fc.nat(9), fc.constantFrom(0xff, 0x100, 0x106, 0x600, 0xffff), fc.nat(0xffff));
const uint32 = fc.oneof(fc.nat(40), fc.constantFrom(0x10006, 0x60000, 0xffffffff, 0x7fffffff), fc.nat(0xffffffff));

const entry = fc.record({
  tag: fc.oneof(
    { weight: 4, arbitrary: fc.constant(ORIENTATION) },
    fc.constantFrom(0, 0x10f, 0x201, 0x8769, 0x8825, 0xa005),
    uint16,
  ),
  type: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(3, 3, 4) }, fc.nat(14)),
  count: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.nat(12), uint32),
  value: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }) }, uint32),
});

/** A TIFF block that may be truncated, with some of its bytes overwritten. */
const block = fc
  .record({
    little: fc.boolean(),
    magic: fc.oneof({ weight: 9, arbitrary: fc.constant(42) }, uint16),
    offset: fc.oneof({ weight: 5, arbitrary: fc.constant(8) }, fc.nat(40)),
    more: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 70 })),
    entries: fc.array(entry, { maxLength: 4 }),
    tail: fc.oneof({ weight: 2, arbitrary: fc.constant(4) }, fc.nat(40)),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(30)),
    writes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 }),
    ),
  })
  .map(({ little, magic, offset, more, entries, tail, cut, writes }) => {
    const at = Math.max(8, offset);
    const bytes = Buffer.alloc(at + 2 + entries.length * 12 + tail, little ? 0 : 1);
    const u16 = (value: number, to: number) =>
      little ? bytes.writeUInt16LE(value, to) : bytes.writeUInt16BE(value, to);
    const u32 = (value: number, to: number) =>
      little ? bytes.writeUInt32LE(value, to) : bytes.writeUInt32BE(value, to);
    bytes.write(little ? 'II' : 'MM', 'latin1');
    u16(magic, 2);
    u32(offset, 4);
    u16(Math.max(0, entries.length + more), at);
    for (const [n, { tag, type, count, value }] of entries.entries()) {
      const to = at + 2 + n * 12;
      u16(tag, to);
      u16(type, to + 2);
      u32(count, to + 4);
      if (type === 3 || type === 8) u16(value % 65_536, to + 8);
      else u32(value, to + 8);
    }
    for (const [to, value] of writes) if (to < bytes.length) bytes[to] = value;
    return bytes.subarray(0, bytes.length - Math.min(cut, bytes.length));
  });

const segment = (id: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length + body.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from(id, 'latin1'), body]);
};

const chunk = (body: Buffer): Buffer => {
  const [bytes, named] = [Buffer.alloc(12 + body.length), Buffer.concat([Buffer.from('eXIf'), body])];
  bytes.writeUInt32BE(body.length);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), 8 + body.length);
  return bytes;
};

const position = fc.constantFrom('first', 'before the pixels', 'last');
const id = fc.oneof(
  { weight: 6, arbitrary: fc.constant('Exif\0\0') },
  fc.constantFrom('Exif', 'Exif\0', 'ExifXX', 'EXIF\0\0', 'http://ns.adobe.com/xap/1.0/\0'),
);

/** Up to three blocks, each at any position that the format allows. */
const files: fc.Arbitrary<{ mimeType: UploadMimeType; bytes: Buffer }> = fc
  .tuple(
    fc.constantFrom('jpeg', 'png', 'webp'),
    fc.array(fc.record({ position, id, block }), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([kind, parts, isAnnounced]) => {
    const at = (wanted: string): Buffer[] =>
      parts
        .filter((part) => part.position === wanted)
        .map((part) => FORMATS[kind].block(part.id, part.block, isAnnounced));
    const [head, middle, end] = FORMATS[kind].pieces(isAnnounced);
    const last = end.length - FORMATS[kind].endBytes;
    const tail = [end.subarray(0, last), ...at('last'), end.subarray(last)];
    const bytes = Buffer.concat([head, ...at('first'), middle, ...at('before the pixels'), ...tail]);
    if (kind === 'webp') bytes.writeUInt32LE(bytes.length - 8, 4);
    return { mimeType: `image/${kind}` as const, bytes };
  });

interface Format {
  readonly block: (id: string, body: Buffer, isAnnounced: boolean) => Buffer;
  readonly pieces: (isAnnounced: boolean) => readonly [Buffer, Buffer, Buffer];
  /** Bytes behind the last position of a block. */
  readonly endBytes: number;
}

const FORMATS: Readonly<Record<'jpeg' | 'png' | 'webp', Format>> = {
  jpeg: { block: segment, pieces: () => split(jpeg, [2, jpeg.indexOf('ffda', 0, 'hex')]), endBytes: 2 },
  png: { block: (_, body) => chunk(body), pieces: () => split(png, [33, png.indexOf('IDAT') - 4]), endBytes: 12 },
  webp: {
    block: (name, body, isNamed) => riffChunk('EXIF', isNamed ? Buffer.concat([Buffer.from(name), body]) : body),
    pieces: (isAnnounced) => {
      const size = [isAnnounced ? 0x08 : 0, 0, 0, 0, 59, 0, 0, 39, 0, 0];
      const head = Buffer.concat([webp.subarray(0, 12), riffChunk('VP8X', Buffer.from(size))]);
      return [head, Buffer.alloc(0), webp.subarray(12)];
    },
    endBytes: 0,
  },
};

function riffChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(type), Buffer.alloc(4)]);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function split(bytes: Buffer, [first, second]: readonly [number, number]): [Buffer, Buffer, Buffer] {
  return [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
}
