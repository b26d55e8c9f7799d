/** The frame size of MPEG-4 video (ISO/IEC 14496-2, 6.2.3), from its layer header in the configuration or before a frame. */
import { bufferOf, type Bytes } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Box, child, payload } from '../boxes.ts';
import { type Bits, bitsOf } from '../bits.ts';
import type { Samples } from '../samples.ts';
import { descriptorOf } from '../sound/descriptors.ts';
import { ofObject, refusePictures } from '../unsupported.ts';
import type { Size } from './units.ts';

const MPEG4_VIDEO = 0x20;
const START = Buffer.from([0, 0, 1]);
const HEADER_BYTES = 64;

export function* mpeg4Sizes(
  bytes: Bytes,
  inner: Pick<Box, 'start' | 'end'>,
  { offsets, sizes }: Samples,
): Generator<Size> {
  const { objectType, specific } = descriptorOf(payload(bytes, child(bytes, inner, 'esds')));
  if (objectType !== MPEG4_VIDEO) refusePictures(ofObject(objectType));
  yield* sizesIn(bufferOf(specific));
  for (const [index, at] of offsets.entries()) yield* sizesIn(bufferOf(bytes.subarray(at, at + (sizes[index] ?? 0))));
}

function* sizesIn(bytes: Buffer): Generator<Size> {
  for (let at = bytes.indexOf(START); at !== -1; at = bytes.indexOf(START, at + START.length)) {
    const code = bytes[at + START.length] ?? 0;
    if (code >= 0x20 && code <= 0x2f) yield sizeOf(bitsOf(bytes.subarray(at + 4, at + 4 + HEADER_BYTES)));
  }
}

const EXTENDED_ASPECT = 15;
const BUFFER_BITS = 79;

function sizeOf(bits: Bits): Size {
  bits.skip(9);
  if (bits.take(1) === 1) bits.skip(7);
  if (bits.take(4) === EXTENDED_ASPECT) bits.skip(16);
  if (bits.take(1) === 1) skipControl(bits);
  must(bits.take(2) === 0, 'pictures that are no rectangles');
  bits.skip(1);
  const ticks = bits.take(16);
  bits.skip(1);
  if (bits.take(1) === 1) bits.skip(Math.max(1, Math.ceil(Math.log2(Math.max(1, ticks)))));
  bits.skip(1);
  const width = bits.take(13);
  bits.skip(1);
  return { width, height: bits.take(13) };
}

function skipControl(bits: Bits): void {
  bits.skip(3);
  if (bits.take(1) === 1) bits.skip(BUFFER_BITS);
}
