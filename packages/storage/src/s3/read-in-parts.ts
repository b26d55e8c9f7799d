/**
 * A read for whoever takes its time: each part is fetched whole and its connection is free again before anybody waits. Readers that
 * stall would otherwise hold the connections that everybody's uploads need, and run into the limits of a transfer.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../downloads/byte-range.ts';
import { StorageUnavailableError } from '../errors.ts';

/** What a reader that stalls holds in memory. */
const PART_BYTES = 256 * 1024;

/** What is given on at once: so much has left for a client before the next is asked for. */
const PIECE_BYTES = 64 * 1024;

/** The first part is there when it resolves; `read` rejects as a store does, and so does the stream. */
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
  throw new StorageUnavailableError('read an object', `a part of it has ${bytes.length} bytes`);
}
