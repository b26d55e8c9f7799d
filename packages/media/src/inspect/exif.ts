/**
 * How a picture stands, by its EXIF block: the worker's decoder turns it so, and prices are of what it then measures. So this reads as
 * libexif reads, oddities included (any type of number, a fraction by its numerator, entries as far as they fit, the first entry counts), and never refuses: a decoder
 * that cannot read a block leaves the picture as it is stored. Sub-directories are not entered, and each entry is looked at once.
 */
import { hasTag } from './bytes.ts';

/** 1 to 8, as the tag's values are: 1 is as it is stored, from 5 on width and height change places. */
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
/** Of TIFF's types 1 to 12; another one has no size, and its entry is none. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
/** The first of several counts; of more than these none does. */
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

/** @param block a TIFF header and what it points to, as in a PNG's eXIf chunk and behind `Exif\0\0` in a JPEG. */
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

/** Whether a block begins as one must; decoders of PNG look no further at one that does not. */
export const hasTiffStart = (block: Buffer): boolean => hasTag(block, 0, 'II*\0') || hasTag(block, 0, 'MM\0*');

function tiffOf(bytes: Buffer): Tiff | null {
  if (bytes.length < 8) return null;
  const isLittle = hasTag(bytes, 0, 'II');
  if (!isLittle && !hasTag(bytes, 0, 'MM')) return null;
  const u16 = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  return u16(2) === 42 ? { bytes, u16, u32 } : null;
}

/** Null: an entry that a decoder does not even keep, so that a later one of the same tag counts. */
function valueAt(tiff: Tiff, entry: number): number | null {
  const type = tiff.u16(entry + 2);
  const count = tiff.u32(entry + 4);
  const size = (TYPE_BYTES[type] ?? 0) * count;
  const at = size > 4 ? tiff.u32(entry + 8) : entry + 8;
  if (size === 0 || at + size > tiff.bytes.length) return null;
  return count > VALUES_MAX ? AS_STORED : (READERS[type]?.(tiff, at) ?? AS_STORED);
}
