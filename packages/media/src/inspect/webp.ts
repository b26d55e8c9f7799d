/**
 * WebP as our own tools make it: one image, or consecutive frames. RIFF chunks fill the file exactly, and none of them
 * can contain metadata. Size and duration are those of the frames. Uploads have their own rules (webp-upload.ts).
 */
import { type Bytes, tag, u16be, u16le, u32le, u8 } from './bytes.ts';
import { type Inspection, must, picture, refuse, seconds } from './inspection.ts';

export interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export function inspectWebp(bytes: Bytes): Inspection {
  must(tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WEBP', 'no WebP header');
  must(u32le(bytes, 4) + 8 === bytes.length, 'another size than the file has');
  const [first, ...rest] = chunksIn(bytes, { start: 12, end: bytes.length });
  must(first !== undefined, 'nothing inside');
  if (first.type !== 'VP8X') {
    must(rest.length === 0, 'more than one picture');
    return pictureOf(sizeOf(bytes, first));
  }
  return extended(bytes, first, rest);
}

const FRAME_HEAD_BYTES = 16;

function extended(bytes: Bytes, head: Chunk, chunks: readonly Chunk[]): Inspection {
  must(head.end - head.start === 10, 'a header of another size');
  const canvas = { width: u24le(bytes, head.start + 4) + 1, height: u24le(bytes, head.start + 7) + 1 };
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  if (frames.length === 0) {
    const size = imageIn(bytes, chunks);
    must(size.width === canvas.width && size.height === canvas.height, 'a picture of another size than its canvas');
    return pictureOf(size);
  }
  must(chunks[0]?.type === 'ANIM' && frames.length + 1 === chunks.length, 'more than an animation');
  const durationMs = frames.reduce((sum, frame) => sum + frameMs(bytes, frame, canvas), 0);
  return { ...pictureOf(canvas), durationSeconds: seconds(durationMs, 1000) };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const pictureOf = ({ width, height }: Size): Inspection & { readonly ok: true } => {
  const found = picture(width, height);
  return found.ok ? found : refuse(found.problem);
};

/** The frame must have its declared size, and be within the canvas. */
function frameMs(bytes: Bytes, { start, end }: Chunk, canvas: Size): number {
  const [left, top] = [u24le(bytes, start) * 2, u24le(bytes, start + 3) * 2];
  const told = { width: u24le(bytes, start + 6) + 1, height: u24le(bytes, start + 9) + 1 };
  must(left + told.width <= canvas.width && top + told.height <= canvas.height, 'a frame outside of its canvas');
  const size = imageIn(bytes, chunksIn(bytes, { start: start + FRAME_HEAD_BYTES, end }));
  must(size.width === told.width && size.height === told.height, 'a frame of another size');
  return u24le(bytes, start + 12);
}

/** One image, possibly with its transparency before it. */
export function imageIn(bytes: Bytes, chunks: readonly Chunk[]): Size {
  const [first, second] = chunks;
  const image = first?.type === 'ALPH' ? second : first;
  must(image !== undefined && chunks.at(-1) === image, 'no picture, or more than one');
  return sizeOf(bytes, image);
}

function sizeOf(bytes: Bytes, { type, start, end }: Chunk): Size {
  must(end - start >= 10, 'a picture without a head');
  if (type === 'VP8 ') {
    must(
      (u8(bytes, start) & 1) === 0 && u16be(bytes, start + 3) === 0x9d01 && u8(bytes, start + 5) === 0x2a,
      'no key frame',
    );
    return { width: u16le(bytes, start + 6) & 0x3fff, height: u16le(bytes, start + 8) & 0x3fff };
  }
  must(type === 'VP8L' && u8(bytes, start) === 0x2f, 'no picture');
  const packed = u32le(bytes, start + 1);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** A chunk of odd length is followed by a byte of padding. */
export function chunksIn(bytes: Bytes, { start, end }: { start: number; end: number }): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = start; at < end;) {
    const length = u32le(bytes, at + 4);
    const chunk = { type: tag(bytes, at), start: at + 8, end: at + 8 + length };
    at = chunk.end + (length % 2);
    must(at <= end, 'a chunk that exceeds its parent');
    chunks.push(chunk);
  }
  return chunks;
}

export const u24le = (bytes: Bytes, at: number): number => u16le(bytes, at) + u8(bytes, at + 2) * 65_536;
