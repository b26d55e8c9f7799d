/**
 * PNG: signature, then chunks with their CRC, IHDR first, IDAT without interruption, IEND last and nothing but padding after it.
 * The CRC covers the compressed pixels, which are not inflated here: the decoder does that under its own limits.
 */
import { crc32 } from 'node:zlib';
import { hasTag, isPadding, tag, u32be, u8 } from './bytes.ts';
import { AS_STORED, hasTiffStart, type Orientation, orientationOf, upright } from './exif.ts';
import { type Inspection, must, picture, refuse, refuseUnsupported } from './inspection.ts';
import { isAnimation } from './png-animation.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';

/** The bit depths of a colour type, and whether it has a palette. */
const COLOUR_TYPES: Readonly<Record<number, { depths: readonly number[]; palette: 'no' | 'may' | 'must' }>> = {
  0: { depths: [1, 2, 4, 8, 16], palette: 'no' },
  2: { depths: [8, 16], palette: 'may' },
  3: { depths: [1, 2, 4, 8], palette: 'must' },
  4: { depths: [8, 16], palette: 'no' },
  6: { depths: [8, 16], palette: 'may' },
};

interface Chunk {
  readonly type: string;
  /** Position of its data. */
  readonly start: number;
  readonly length: number;
}

export function inspectPng(bytes: Buffer): Inspection {
  must(tag(bytes, 0, 8) === SIGNATURE, 'no PNG signature');
  const colour = colourOf(bytes);
  const types: string[] = [];
  let orientation: Orientation | undefined;
  for (const chunk of chunks(bytes)) {
    const previous = types.at(-1);
    checkOrder(chunk, previous, types);
    if (isAnimation(bytes, chunk))
      refuseUnsupported('an animated PNG (APNG)', 'PNG of one picture; MP4 for a moving one');
    if (chunk.type === 'eXIf' && !types.includes('IDAT')) orientation ??= exifOrientation(bytes, chunk);
    // Only changes of type are kept, so a file of a million IDAT chunks costs one entry.
    if (chunk.type !== previous) types.push(chunk.type);
    must(types.length <= CHANGES_MAX, 'too many kinds of chunk in turn');
  }
  must(types.at(-1) === 'IEND' && types.includes('IDAT'), 'no pixels or no end');
  must(colour.palette !== 'must' || types.includes('PLTE'), 'its palette is missing');
  must(colour.palette !== 'no' || !types.includes('PLTE'), 'a palette that the colour type forbids');
  const { width, height } = upright({ width: u32be(bytes, 16), height: u32be(bytes, 20) }, orientation ?? AS_STORED);
  return picture(width, height);
}

/** Undefined without EXIF. Decoders look for it before the pixels, and use the first block with a valid header. */
function exifOrientation(bytes: Buffer, { start, length }: Chunk): Orientation | undefined {
  const block = bytes.subarray(start, start + length);
  return hasTiffStart(block) ? orientationOf(block) : undefined;
}

const CHANGES_MAX = 10_000;

function colourOf(bytes: Buffer): { palette: 'no' | 'may' | 'must' } {
  must(u32be(bytes, 8) === 13 && tag(bytes, 12) === 'IHDR', 'IHDR is not first');
  const colour = COLOUR_TYPES[u8(bytes, 25)] ?? refuse('an unknown colour type');
  must(colour.depths.includes(u8(bytes, 24)), 'a bit depth its colour type does not have');
  const [compression, filter, interlace] = [u8(bytes, 26), u8(bytes, 27), u8(bytes, 28)];
  must(compression === 0 && filter === 0 && interlace <= 1, 'an unknown compression, filter or interlace method');
  must(u32be(bytes, 16) < 2 ** 31 && u32be(bytes, 20) < 2 ** 31, 'dimensions beyond the format');
  return colour;
}

function* chunks(bytes: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length;
  while (at < bytes.length) {
    const length = u32be(bytes, at);
    const start = at + 8;
    const declared = u32be(bytes, start + length);
    must(crc32(bytes.subarray(at + 4, start + length)) === declared, 'a chunk whose CRC differs');
    yield { type: tag(bytes, at + 4), start, length };
    at = start + length + 4;
    if (!hasTag(bytes, start - 4, 'IEND') || at === bytes.length) continue;
    must(isPadding(bytes, at), 'something after IEND');
    return;
  }
}

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const CHUNK_TYPE = /^[A-Za-z]{2}[A-Z][A-Za-z]$/;

function checkOrder({ type, start, length }: Chunk, previous: string | undefined, earlier: readonly string[]): void {
  must(CHUNK_TYPE.test(type), 'a chunk without a name');
  must(/^[a-z]/.test(type) || CRITICAL.has(type), 'an unknown critical chunk');
  must(previous !== 'IEND', 'something after IEND');
  must(type !== 'IHDR' || start === 16, 'a second IHDR');
  must(type !== 'IDAT' || previous === 'IDAT' || !earlier.includes('IDAT'), 'IDAT chunks apart');
  must(type !== 'IEND' || length === 0, 'an IEND with data');
  if (type !== 'PLTE') return;
  must(!earlier.includes('PLTE') && !earlier.includes('IDAT'), 'a palette twice or after the pixels');
  must(length % 3 === 0 && length >= 3 && length <= 768, 'a palette of an impossible size');
}
