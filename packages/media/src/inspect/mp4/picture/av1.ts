/** The frame sizes in an AV1 stream, from its sequence headers (AV1 specification, 5.5). */
import { type Bytes, u8 } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Box, child, payload } from '../boxes.ts';
import { type Bits, bitsOf } from '../bits.ts';
import type { Samples } from '../samples.ts';
import type { Size } from './units.ts';

export const SEQUENCE_HEADER = 1;
const CONFIG_BYTES = 4;

export function* av1Sizes(
  bytes: Bytes,
  inner: Pick<Box, 'start' | 'end'>,
  { offsets, sizes }: Samples,
): Generator<Size> {
  yield* sizesIn(payload(bytes, child(bytes, inner, 'av1C')).subarray(CONFIG_BYTES));
  for (const [index, at] of offsets.entries()) yield* sizesIn(bytes.subarray(at, at + (sizes[index] ?? 0)));
}

function* sizesIn(units: Bytes): Generator<Size> {
  for (const { type, content } of av1Units(units)) {
    if (type !== SEQUENCE_HEADER) continue;
    const bits = bitsOf(content);
    bits.skip(4);
    yield sizeOf(bits, bits.take(1) === 1);
  }
}

interface Unit {
  readonly type: number;
  readonly content: Bytes;
}

/** Consecutive open bitstream units; the last one may omit its length. */
export function* av1Units(units: Bytes): Generator<Unit> {
  let at = 0;
  while (at < units.length) {
    const head = u8(units, at);
    const start = at + (head & 4 ? 2 : 1);
    const { value, next } = head & 2 ? lengthAt(units, start) : { value: units.length - start, next: start };
    must(next + value <= units.length, 'a unit that does not fit');
    yield { type: (head >> 3) & 15, content: units.subarray(next, next + value) };
    at = next + value;
  }
}

/** Little-endian, seven bits in each byte. */
function lengthAt(bytes: Bytes, start: number): { value: number; next: number } {
  let [value, at] = [0, start];
  for (let part = 0; part < 5; part++) {
    const byte = u8(bytes, at++);
    value += (byte & 0x7f) * 128 ** part;
    if (byte < 0x80) break;
  }
  return { value, next: at };
}

/** @param bits of a sequence header, behind the flag that says whether it is the short one of still pictures. */
export function sizeOf(bits: Bits, isReduced: boolean): Size {
  if (isReduced) bits.skip(5);
  else skipTiming(bits);
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1];
  return { width: bits.take(widthBits) + 1, height: bits.take(heightBits) + 1 };
}

function skipTiming(bits: Bits): void {
  let delayBits = 0;
  if (bits.take(1) === 1) {
    bits.skip(64);
    if (bits.take(1) === 1) bits.ue();
    if (bits.take(1) === 1) {
      delayBits = bits.take(5) + 1;
      bits.skip(42);
    }
  }
  const hasDisplayDelay = bits.take(1) === 1;
  for (let points = bits.take(5) + 1; points > 0; points--) {
    bits.skip(12);
    if (bits.take(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.take(1) === 1) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.take(1) === 1) bits.skip(4);
  }
}
