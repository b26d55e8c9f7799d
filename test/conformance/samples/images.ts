/** Real images made by the test; each is unique, so that no other test has uploaded it before. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Noise: no two images are alike, and no codec can compress them to nothing. */
function noise({ width, height }: Size): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

export const png = (size: Size = { width: 24, height: 16 }): Promise<Buffer> => noise(size).png().toBuffer();

export const jpeg = (size: Size = { width: 24, height: 16 }): Promise<Buffer> => noise(size).jpeg().toBuffer();

export const webp = (size: Size): Promise<Buffer> => noise(size).webp().toBuffer();

export const avif = (size: Size): Promise<Buffer> => noise(size).avif({ effort: 0 }).toBuffer();

/** Two pictures, one after the other. */
export const animatedWebp = (): Promise<Buffer> =>
  sharp(randomBytes(24 * 32 * 3), { raw: { width: 24, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();

/** A valid PNG of exactly `sizeBytes`, filled up by a text chunk. */
export async function pngOfSize(sizeBytes: number): Promise<Buffer> {
  const image = await png();
  const textBytes = sizeBytes - image.length - 12;
  const iendAt = image.length - 12;
  return Buffer.concat([image.subarray(0, iendAt), textChunk(textBytes), image.subarray(iendAt)]);
}

function textChunk(textBytes: number): Buffer {
  const typed = Buffer.alloc(4 + textBytes, 'a');
  typed.write('tEXtComment\0', 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(textBytes);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
