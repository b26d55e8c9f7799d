/**
 * WebP as customers upload it: one picture, with any metadata beside it. An animation would become its first picture
 * without a word, so it is refused, as an animated PNG is.
 */
import { hasTag, isPadding, tag, u16le, u32le, u8 } from './bytes.ts';
import { AS_STORED, type Orientation, orientationOf, upright } from './exif.ts';
import { type Inspection, must, picture, refuseUnsupported } from './inspection.ts';
import { type Chunk, chunksIn, imageIn, type Size, u24le } from './webp.ts';

const HAS_ANIMATION = 0x02;
const HAS_EXIF = 0x08;
/** The chunks of a picture; all others are metadata, which a decoder skips. */
const PICTURE = new Set(['ALPH', 'VP8 ', 'VP8L']);

export function inspectUploadedWebp(bytes: Buffer): Inspection {
  must(tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WEBP', 'no WebP header');
  const end = u32le(bytes, 4) + 8;
  must(end <= bytes.length && isPadding(bytes, end), 'another size than the file has');
  const chunks = chunksIn(bytes, { start: 12, end });
  const [head] = chunks;
  must(head !== undefined, 'nothing inside');
  if (head.type !== 'VP8X') {
    must(chunks.length === 1, 'more than one picture');
    return sized(pictureIn(bytes, chunks), AS_STORED);
  }
  must(head.end - head.start === 10, 'a header of another size');
  const flags = u8(bytes, head.start);
  if ((flags & HAS_ANIMATION) !== 0 || chunks.some(({ type }) => type === 'ANMF'))
    refuseUnsupported('an animated WebP', 'WebP of one picture; MP4 for a moving one');
  const size = pictureIn(bytes, chunks);
  const canvas = { width: u24le(bytes, head.start + 4) + 1, height: u24le(bytes, head.start + 7) + 1 };
  must(size.width === canvas.width && size.height === canvas.height, 'a picture of another size than its canvas');
  return sized(size, (flags & HAS_EXIF) === 0 ? AS_STORED : exifOrientation(bytes, chunks));
}

function sized(size: Size, orientation: Orientation): Inspection {
  const { width, height } = upright(size, orientation);
  return picture(width, height);
}

function pictureIn(bytes: Buffer, chunks: readonly Chunk[]): Size {
  const own = chunks.filter(({ type }) => PICTURE.has(type));
  for (const { type, start, end } of own) if (type === 'VP8 ') checkParts(bytes, start, end);
  return imageIn(bytes, own);
}

const FRAME_HEAD_BYTES = 10;

/** The first part has the header of every block, so a file that ends inside of it has no picture. */
function checkParts(bytes: Buffer, start: number, end: number): void {
  const head = u16le(bytes, start) + u8(bytes, start + 2) * 65_536;
  must(start + FRAME_HEAD_BYTES + (head >> 5) <= end, 'a picture that ends too early');
}

/** Decoders read the first block, and only if the header announces one. */
function exifOrientation(bytes: Buffer, chunks: readonly Chunk[]): Orientation {
  const block = chunks.find(({ type }) => type === 'EXIF');
  if (block === undefined) return AS_STORED;
  const content = bytes.subarray(block.start, block.end);
  return orientationOf(hasTag(content, 0, 'Exif\0\0') ? content.subarray(6) : content);
}
