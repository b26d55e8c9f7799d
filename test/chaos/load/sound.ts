/** A real WAV above the limit of a single upload, different for every number: a minute of near silence. */
import { createHash } from 'node:crypto';

const HEADER = Buffer.from('524946460000000057415645666d74201000000001000200401f0000007d00000400100064617461', 'hex');
const BYTES = 13 * 1024 * 1024;

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** Bytes that a client sends, as the client made them. */
export interface SentBytes {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

export interface Sound {
  readonly bytes: Buffer;
  readonly facts: SentBytes;
}

export function largeSound(number: number): Sound {
  const bytes = Buffer.alloc(BYTES);
  HEADER.copy(bytes);
  bytes.writeUInt32LE(BYTES - 8, 4);
  bytes.writeUInt32LE(BYTES - 44, 40);
  // A different sample in each MiB, so that swapped parts make a different file.
  for (let at = 44; at + 4 < BYTES; at += 1024 * 1024) bytes.writeUInt32LE((number << 8) + (at >> 20), at);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const seconds = (BYTES - HEADER_BYTES) / BYTES_PER_SECOND;
  return { bytes, facts: { sha256, sizeBytes: BYTES, mimeType: 'audio/wav', width: null, height: null, seconds } };
}
