/**
 * A read for slow readers: each part is fetched completely, and its connection is free again before the reader waits.
 * Stalled readers would otherwise hold the connections that uploads need, and run into the transfer limits.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../downloads/byte-range.ts';
import { StorageUnavailableError } from '../errors.ts';

/** Size of a part, and so the memory of a stalled reader. */
const PART_BYTES = 256 * 1024;

/** Chunk size: one chunk is passed to the client before the next is requested. */
const PIECE_BYTES = 64 * 1024;

/** Resolves when the first part is available. `read` and the stream reject with a store's errors. */
export async function readInParts(
  read: (range: ByteRange) => Promise<Readable>,
  { first, last }: ByteRange,
): Promise<Readable> {
  const fetched = first > last ? Buffer.alloc(0) : await part(read, first, last);
  return Readable.from(parts(read, { first, last }, fetched), { objectMode: false, highWaterMark: 1 });
}

async function* parts(
  read: (range: ByteRange) => Promise<Readable>,
  { first, last }: ByteRange,
  fetched: Buffer,
): AsyncGenerator<Buffer> {
  yield* pieces(fetched);
  for (let at = first + PART_BYTES; at <= last; at += PART_BYTES) yield* pieces(await part(read, at, last));
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function part(read: (range: ByteRange) => Promise<Readable>, first: number, last: number): Promise<Buffer> {
  const range = { first, last: Math.min(last, first + PART_BYTES - 1) };
  const bytes = await buffer(await read(range));
  if (bytes.length === range.last - range.first + 1) return bytes;
  throw new StorageUnavailableError('read an object', `a part of the object has ${bytes.length} bytes`);
}
