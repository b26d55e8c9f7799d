/** The frame size of a track, measured from its frames. The container must agree, and decides nothing. */
import { type Bytes, u16be, u32be } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Box, payload } from '../boxes.ts';
import type { Samples } from '../samples.ts';
import { refusePictures } from '../unsupported.ts';
import { av1Sizes } from './av1.ts';
import { H264 } from './h264.ts';
import { H265 } from './h265.ts';
import { mpeg4Sizes } from './mpeg4.ts';
import { type Size, unitSizes } from './units.ts';
import { vp9Sizes } from './vp9.ts';

/** Bytes of a video description before its boxes. */
const PLAIN_BYTES = 78;

/** One header for each key frame is common; each one is parsed. */
const NAMED_MAX = 20_000;

/** The largest size in the stream, with which the description and the track must agree. */
export function pictureSize(bytes: Bytes, entry: Box, { samples, tkhd }: { samples: Samples; tkhd: Bytes }): Size {
  must(samples.sizes.length > 0, 'a track without pictures');
  let largest: Size = { width: 0, height: 0 };
  let named = 0;
  for (const size of sizesOf(bytes, entry, samples)) {
    must(++named <= NAMED_MAX, 'too many headers of a sequence');
    if (size.width * size.height > largest.width * largest.height) largest = size;
  }
  must(largest.width > 0 && largest.height > 0, 'the picture has no area');
  const described = payload(bytes, entry);
  must(isNear({ width: u16be(described, 24), height: u16be(described, 26) }, largest), 'a description of another size');
  const shown = { width: u32be(tkhd, tkhd.length - 8) / 65_536, height: u32be(tkhd, tkhd.length - 4) / 65_536 };
  must(isShapeOf(shown, largest), 'a track of another size');
  return largest;
}

const NAMES: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'h265',
  hev1: 'h265',
  av01: 'av1',
  vp09: 'vp9',
  mp4v: 'mpeg4',
};

/** The codec of a track whose frames were measured. */
export const pictureCodec = (_: Bytes, { type }: Box): string => NAMES[type] ?? refusePictures(type);

function sizesOf(bytes: Bytes, entry: Box, samples: Samples): Iterable<Size> {
  const inner = { start: entry.start + PLAIN_BYTES, end: entry.end };
  switch (entry.type) {
    case 'avc1':
    case 'avc3':
      return unitSizes(bytes, { inner, samples }, H264);
    case 'hvc1':
    case 'hev1':
      return unitSizes(bytes, { inner, samples }, H265);
    case 'av01':
      return av1Sizes(bytes, inner, samples);
    case 'vp09':
      return vp9Sizes(bytes, samples);
    case 'mp4v':
      return mpeg4Sizes(bytes, inner, samples);
    default:
      return refusePictures(entry.type);
  }
}

/** Encoders round to blocks of 16, and some declare the rounded size. */
const BLOCK = 16;
const isNearSide = (told: number, found: number): boolean =>
  Math.abs(told - found) <= Math.max(BLOCK - 1, found * 0.02);
const isNear = (told: Size, found: Size): boolean =>
  isNearSide(told.width, found.width) && isNearSide(told.height, found.height);

/** Non-square pixels stretch one side of the displayed size; a rotated video may have its sides exchanged. */
function isShapeOf(shown: Size, found: Size): boolean {
  if (shown.width === 0 && shown.height === 0) return true;
  const [long, high] = [isNearSide(shown.width, found.width), isNearSide(shown.height, found.height)];
  const turned = { width: shown.height, height: shown.width };
  return (
    (long && isStretched(shown.height, found.height)) ||
    (high && isStretched(shown.width, found.width)) ||
    isNear(turned, found)
  );
}

const STRETCH_MAX = 2.5;
const isStretched = (shown: number, found: number): boolean =>
  shown > 0 && shown <= found * STRETCH_MAX && found <= shown * STRETCH_MAX;
