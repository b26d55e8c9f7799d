/** Hostile and broken inputs fail permanently and cleanly: no crash, no wasted attempt, and the pool keeps working. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findIsolation } from '@farebox/sandbox';
import { createImageOperations } from './operations.ts';
import { run, scratch, sourceFile, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

/** A PNG whose header declares any size, with hardly any data. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(17);
  header.write('IHDR');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  header.set([8, 2, 0, 0, 0], 12);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk(header),
    chunk(Buffer.from('IDAT')),
    chunk(Buffer.from('IEND')),
  ]);
}

function chunk(typeAndData: Buffer): Buffer {
  const framed = Buffer.alloc(typeAndData.length + 8);
  framed.writeUInt32BE(typeAndData.length - 4);
  typeAndData.copy(framed, 4);
  framed.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return framed;
}

/** For an image that fits in one chunk of pixels: a row gets an unknown filter, and every checksum is correct. */
function damagedPixels(png: Buffer): Buffer {
  const start = png.indexOf('IDAT');
  const length = png.readUInt32BE(start - 4);
  const pixels = inflateSync(png.subarray(start + 4, start + 4 + length));
  pixels[0] = 77;
  const data = Buffer.concat([Buffer.from('IDAT'), deflateSync(pixels)]);
  return Buffer.concat([png.subarray(0, start - 4), chunk(data), chunk(Buffer.from('IEND'))]);
}

/** Repeats the last scan many times. */
function manyScans(jpeg: Buffer): Buffer {
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 70 }, () => last), jpeg.subarray(-2)]);
}

const picture = () => waves(400, 300);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

const inputs: readonly { title: string; mimeType: string; bytes: () => Buffer | Promise<Buffer>; reason: string }[] = [
  { title: 'an empty file', mimeType: 'image/png', bytes: () => Buffer.alloc(0), reason: 'source_not_readable' },
  { title: 'noise', mimeType: 'image/jpeg', bytes: () => Buffer.alloc(5000, 'noise'), reason: 'source_not_readable' },
  {
    title: 'a JPEG cut in half',
    mimeType: 'image/jpeg',
    bytes: async () => half(await picture().jpeg().toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'a PNG cut in half',
    mimeType: 'image/png',
    bytes: async () => half(await picture().png().toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'a WebP cut in half',
    mimeType: 'image/webp',
    bytes: async () => half(await picture().webp().toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'an AVIF cut in half',
    mimeType: 'image/avif',
    bytes: async () => half(await picture().avif({ effort: 0 }).toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'an interlaced PNG whose pixels are damaged',
    mimeType: 'image/png',
    bytes: async () => damagedPixels(await waves(40, 30).png({ progressive: true }).toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'a JPEG of a hundred passes over its pixels',
    mimeType: 'image/jpeg',
    bytes: async () => manyScans(await picture().jpeg({ progressive: true }).toBuffer()),
    reason: 'source_not_readable',
  },
  {
    title: 'a PNG declared as JPEG',
    mimeType: 'image/jpeg',
    bytes: () => picture().png().toBuffer(),
    reason: 'source_not_readable',
  },
  {
    title: 'an SVG that reads a file',
    mimeType: 'image/png',
    bytes: () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'),
    reason: 'source_not_readable',
  },
  {
    title: 'a PDF',
    mimeType: 'image/jpeg',
    bytes: () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
    reason: 'source_not_readable',
  },
  { title: 'a GIF', mimeType: 'image/png', bytes: () => picture().gif().toBuffer(), reason: 'source_not_readable' },
  { title: 'a TIFF', mimeType: 'image/jpeg', bytes: () => picture().tiff().toBuffer(), reason: 'source_not_readable' },
  {
    title: 'a header of 50,000 × 50,000',
    mimeType: 'image/png',
    bytes: () => pngHeader(50_000, 50_000),
    reason: 'source_too_large',
  },
  {
    title: 'a header of 2 × 2 without pixels',
    mimeType: 'image/png',
    bytes: () => pngHeader(2, 2),
    reason: 'source_not_readable',
  },
];

describe.for(inputs)('$title', ({ title, mimeType, bytes, reason }) => {
  it.for([
    ['image-resize', { width: 10 }],
    ['image-convert', { model: 'png' }],
    ['image-optimize', { model: 'webp', similarity: 0.9 }],
    ['image-collage', { images: [{ fileId: 'file_a' }, { fileId: 'file_b' }] }],
    ['image-watermark', { text: 'Farebox' }],
    ['image-analyze', {}],
    ['image-thumbnails', { sizes: [{ width: 10 }, { width: 20 }] }],
    ['image-adjust', { rotate: 30, trim: 10, blur: 1 }],
    ['image-compare', { other: { fileId: 'file_a' } }],
    ['image-crop', { window: { width: 2, height: 2, gravity: 'entropy' } }],
  ] as const)('is refused by %s', async ([tool, input]) => {
    const path = join(directory.path, `${title.replaceAll(/\W/g, '-')}.bin`);
    await writeFile(path, await bytes());
    const source = await sourceFile(path, mimeType, { width: 400, height: 300 }); // as a forged upload would have been stored
    await expect(run(operations, { tool, input, source })).rejects.toMatchObject({ name: 'OperationFailure', reason });
  });
});

it('a result that is too large only after EXIF rotation is refused, not made', async () => {
  const path = join(directory.path, 'turned.jpg');
  await writeFile(
    path,
    await sharp({ create: { width: 2000, height: 100, channels: 3, background: '#123456' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
  const source = await sourceFile(path, 'image/jpeg', { width: 2000, height: 100 });
  const input = { width: 8192, allowEnlargement: true };
  await expect(run(operations, { tool: 'image-resize', input, source })).rejects.toMatchObject({
    reason: 'result_too_large',
  });
});

describe('a valid source', () => {
  it('is still processed afterwards', async () => {
    const path = join(directory.path, 'good.png');
    await writeFile(path, await picture().png().toBuffer());
    const source = await sourceFile(path, 'image/png');
    const { contents } = await run(operations, { tool: 'image-convert', input: { model: 'png' }, source });
    expect(
      (await sharp(contents[0]).raw().toBuffer()).equals(
        await sharp(await readFile(path))
          .raw()
          .toBuffer(),
      ),
    ).toBe(true);
  });
});
