/** A unique audio file, for tests that upload one. */
import { randomBytes } from 'node:crypto';

/** Header up to its length field: 16 bits, one channel, 8 kHz. */
const HEADER = Buffer.from('524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex');

/** A WAV of 300 KiB or of the given size, with a header of 44 bytes. */
export function sound(bytes = 300 * 1024): Buffer<ArrayBuffer> {
  const samples = randomBytes(bytes);
  const header = Buffer.concat([HEADER, Buffer.alloc(4)]);
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
