/** A small real PNG, different for every number below 65,536, so that uploads are different files. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { SentBytes } from './sound.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SIDE = 32;

export function picture(number: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  const rows = Array.from({ length: SIDE }, (_, y) => [
    0,
    ...Array.from({ length: SIDE }, (_, x) => [(x * 8) & 255, (y * 8 + (number >> 8)) & 255, number & 255]).flat(),
  ]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

export const factsOf = (bytes: Buffer): SentBytes => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
  mimeType: 'image/png',
  width: SIDE,
  height: SIDE,
  seconds: null,
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
