/**
 * The EXIF orientation of an image. The worker's decoder rotates the image by it, and prices depend on the resulting
 * size. So this code reads a block exactly as libexif does, including its oddities: any number type, a fraction by its
 * numerator, only entries that fit, and the first entry counts. It never refuses: a decoder that cannot read a block
 * leaves the image unrotated. Sub-directories are not read, and each entry is read once.
 */
import { hasTag } from './bytes.ts';

/** The value of the tag, 1 to 8. 1 means unrotated; from 5 on, width and height are exchanged. */
export type Orientation = number;

export interface Sides {
  readonly width: number;
  readonly height: number;
}

export const AS_STORED: Orientation = 1;

export const upright = ({ width, height }: Sides, orientation: Orientation): Sides =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
/** Sizes of TIFF's types 1 to 12. Another type has no size, and its entry is ignored. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
/** If an entry has several values, the first counts; with more than this many, none does. */
const VALUES_MAX = 9;
const READERS: Readonly<Record<number, (tiff: Tiff, at: number) => number>> = {
  1: ({ bytes }, at) => bytes.readUInt8(at),
  3: (tiff, at) => tiff.u16(at),
  4: (tiff, at) => tiff.u32(at) & 0xffff,
  5: (tiff, at) => tiff.u32(at),
  6: ({ bytes }, at) => bytes.readUInt8(at),
  8: (tiff, at) => tiff.u16(at),
  9: (tiff, at) => tiff.u32(at) & 0xffff,
  10: (tiff, at) => tiff.u32(at),
};

interface Tiff {
  readonly bytes: Buffer;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
}

/** @param block a TIFF header and the data it points to, as in a PNG's eXIf chunk and after `Exif\0\0` in a JPEG. */
export function orientationOf(block: Buffer): Orientation {
  const tiff = tiffOf(block);
  if (tiff === null) return AS_STORED;
  const directory = tiff.u32(4);
  if (directory + 2 > block.length) return AS_STORED;
  const first = directory + 2;
  const entries = Math.min(tiff.u16(directory), Math.floor((block.length - first) / ENTRY_BYTES));
  for (let n = 0; n < entries; n++) {
    const at = first + n * ENTRY_BYTES;
    const found = tiff.u16(at) === ORIENTATION_TAG ? valueAt(tiff, at) : null;
    if (found !== null) return found >= 1 && found <= 8 ? found : AS_STORED;
  }
  return AS_STORED;
}

/** Whether a block begins with a valid header; PNG decoders ignore one that does not. */
export const hasTiffStart = (block: Buffer): boolean => hasTag(block, 0, 'II*\0') || hasTag(block, 0, 'MM\0*');

function tiffOf(bytes: Buffer): Tiff | null {
  if (bytes.length < 8) return null;
  const isLittle = hasTag(bytes, 0, 'II');
  if (!isLittle && !hasTag(bytes, 0, 'MM')) return null;
  const u16 = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  return u16(2) === 42 ? { bytes, u16, u32 } : null;
}

/** Null for an entry that a decoder ignores, so that a later entry with the same tag counts. */
function valueAt(tiff: Tiff, entry: number): number | null {
  const type = tiff.u16(entry + 2);
  const count = tiff.u32(entry + 4);
  const size = (TYPE_BYTES[type] ?? 0) * count;
  const at = size > 4 ? tiff.u32(entry + 8) : entry + 8;
  if (size === 0 || at + size > tiff.bytes.length) return null;
  return count > VALUES_MAX ? AS_STORED : (READERS[type]?.(tiff, at) ?? AS_STORED);
}
