/**
 * Bounds-checked reads: a read outside of the file refuses the file. Every number and tag of a parser is read through
 * this file.
 */
import type { FileBytes } from './file-bytes.ts';
import { refuse } from './inspection.ts';

/** Uploads are in memory; a file that a tool made may be too large for that. */
export type Bytes = Buffer | FileBytes;

/** The bytes in memory, copied if they were not. Only for data that is known to be small. */
export const bufferOf = (bytes: Bytes): Buffer => (Buffer.isBuffer(bytes) ? bytes : bytes.whole());

/** Undefined after the end of the file. */
export const byteAt = (bytes: Bytes, at: number): number | undefined =>
  at >= 0 && at < bytes.length ? bytes.readUInt8(at) : undefined;

function within(bytes: Bytes, at: number, count: number): number {
  return at >= 0 && at + count <= bytes.length ? at : refuse('the file ends too early');
}

export const u8 = (bytes: Bytes, at: number): number => bytes.readUInt8(within(bytes, at, 1));
export const u16be = (bytes: Bytes, at: number): number => bytes.readUInt16BE(within(bytes, at, 2));
export const u16le = (bytes: Bytes, at: number): number => bytes.readUInt16LE(within(bytes, at, 2));
export const u32be = (bytes: Bytes, at: number): number => bytes.readUInt32BE(within(bytes, at, 4));
export const u32le = (bytes: Bytes, at: number): number => bytes.readUInt32LE(within(bytes, at, 4));

/** Exact up to 2^53. Larger values exceed any file or duration that is accepted. */
export const u64be = (bytes: Bytes, at: number): number => Number(bytes.readBigUInt64BE(within(bytes, at, 8)));

export const u64le = (bytes: Bytes, at: number): number => Number(bytes.readBigUInt64LE(within(bytes, at, 8)));

/** `length` bytes as Latin-1 text. */
export const tag = (bytes: Bytes, at: number, length = 4): string =>
  bytes.toString('latin1', within(bytes, at, length), at + length);

/** Like `tag`, but false instead of a refusal if the file ends before. */
export const hasTag = (bytes: Bytes, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Bytes that transfers, editors and storage add behind the end of a file: zeros, white space, 0xff. */
const PADDING = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xff]);

/** Whether there is nothing but padding from `at` on. No decoder finds a picture, a sample or a box in it. */
export function isPadding(bytes: Bytes, at: number): boolean {
  for (let next = at; next < bytes.length; next++) if (!PADDING.has(byteAt(bytes, next) ?? 0)) return false;
  return true;
}

/** The first position from `at` that does not hold a zero byte. */
export function skipZeros(bytes: Bytes, at: number): number {
  let next = at;
  while (next < bytes.length && byteAt(bytes, next) === 0) next++;
  return next;
}
