/** A real WAV above the limit of a single upload, different for every number: a minute of near silence. */
import { createHash } from 'node:crypto';

const HEADER = Buffer.from('524946460000000057415645666d74201000000001000200401f0000007d00000400100064617461', 'hex');
const BYTES = 13 * 1024 * 1024;

export interface Sound {
  readonly bytes: Buffer;
  readonly sha256: string;
}

export function largeSound(number: number): Sound {
  const bytes = Buffer.alloc(BYTES);
  HEADER.copy(bytes);
  bytes.writeUInt32LE(BYTES - 8, 4);
  bytes.writeUInt32LE(BYTES - 44, 40);
  // A different sample in each MiB, so that swapped parts make a different file.
  for (let at = 44; at + 4 < BYTES; at += 1024 * 1024) bytes.writeUInt32LE((number << 8) + (at >> 20), at);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
