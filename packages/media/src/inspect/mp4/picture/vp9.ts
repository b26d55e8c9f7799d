/** The frame size of VP9, from the header of each key frame (VP9 bitstream, 6.2); its box in the container has none. */
import type { Bytes } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { bitsOf } from '../bits.ts';
import type { Samples } from '../samples.ts';
import type { Size } from './units.ts';

const HEADER_BYTES = 32;
const SYNC = 0x498342;
const SRGB = 7;

export function* vp9Sizes(bytes: Bytes, { offsets, sizes }: Samples): Generator<Size> {
  for (const [index, at] of offsets.entries()) {
    const size = sizeOf(bytes.subarray(at, at + Math.min(HEADER_BYTES, sizes[index] ?? 0)));
    if (size !== null) yield size;
    must(index > 0 || size !== null, 'a first frame that is no key frame');
  }
}

/** Null for a frame that is not a key frame. */
function sizeOf(frame: Bytes): Size | null {
  if (frame.length === 0) return null;
  const bits = bitsOf(frame);
  must(bits.take(2) === 2, 'a frame of another kind');
  const profile = bits.take(1) + 2 * bits.take(1);
  if (profile === 3) bits.skip(1);
  if (bits.take(1) === 1 || bits.take(1) === 1) return null;
  bits.skip(2);
  must(bits.take(24) === SYNC, 'a key frame without its mark');
  if (profile >= 2) bits.skip(1);
  if (bits.take(3) === SRGB) bits.skip(profile % 2);
  else bits.skip(profile % 2 === 1 ? 4 : 1);
  return { width: bits.take(16) + 1, height: bits.take(16) + 1 };
}
