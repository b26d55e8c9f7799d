/**
 * The bits of a codec's own headers, most significant first. Like every read in this folder, a read beyond the end
 * refuses the file.
 */
import { bufferOf, type Bytes } from '../bytes.ts';
import { must } from '../inspection.ts';

export interface Bits {
  /** 1 to 32 bits, unsigned. */
  take(count: number): number;
  skip(count: number): void;
  /** Exp-Golomb, unsigned: at most 2^32 − 2. */
  ue(): number;
  /** Exp-Golomb, signed. */
  se(): number;
}

/** Headers and parameter sets are short; longer ones are ignored beyond this limit. */
const HEADER_BYTES_MAX = 4096;

export function bitsOf(header: Bytes): Bits {
  const bytes = bufferOf(header.subarray(0, HEADER_BYTES_MAX));
  let at = 0;
  function take(count: number): number {
    must(at + count <= bytes.length * 8, 'a codec header that ends too early');
    let value = 0;
    const end = at + count;
    for (; at < end; at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  }
  function ue(): number {
    let zeros = 0;
    while (take(1) === 0) must(++zeros < 32, 'a number of a codec header without an end');
    return 2 ** zeros - 1 + (zeros === 0 ? 0 : take(zeros));
  }
  return {
    take,
    ue,
    skip(count) {
      must(at + count <= bytes.length * 8, 'a codec header that ends too early');
      at += count;
    },
    se() {
      const value = ue();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
  };
}

/** The payload of a NAL unit (H.264 and H.265), without the emulation prevention bytes: a 3 after two zeros. */
export function unstuffed(nal: Bytes): Buffer {
  const bytes = bufferOf(nal.subarray(0, HEADER_BYTES_MAX));
  return Buffer.from(
    bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0)),
  );
}
