/** Codecs whose samples are units with their length in front (H.264, H.265): the size is in parameter sets, wherever they stand. */
import { byteAt, type Bytes } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Box, child, payload } from '../boxes.ts';
import type { Samples } from '../samples.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface UnitCodec {
  /** The box of its configuration. */
  readonly box: string;
  /** Of the length before each unit. */
  readonly lengthBytes: (config: Bytes) => number;
  readonly parameterSets: (config: Bytes) => Iterable<Bytes>;
  /** By the two bytes that every unit begins with. */
  readonly isParameterSet: (first: number, second: number) => boolean;
  readonly sizeOf: (parameterSet: Bytes) => Size;
}

/** Every size that the stream names, in its configuration and between its pictures: a decoder follows the latter. */
export function* unitSizes(
  bytes: Bytes,
  { inner, samples }: { readonly inner: Pick<Box, 'start' | 'end'>; readonly samples: Samples },
  codec: UnitCodec,
): Generator<Size> {
  const config = payload(bytes, child(bytes, inner, codec.box));
  for (const set of codec.parameterSets(config)) yield codec.sizeOf(set);
  const lengthBytes = codec.lengthBytes(config);
  let units = 0;
  for (const [index, start] of samples.offsets.entries()) {
    const end = start + (samples.sizes[index] ?? 0);
    for (let at = start; at < end;) {
      must(at + lengthBytes <= end, 'a picture whose units do not fit');
      const next = at + lengthBytes + bytes.readUIntBE(at, lengthBytes);
      must(next <= end, 'a picture whose units do not fit');
      must(++units <= UNITS_MAX, 'too many units');
      const [first, second] = [byteAt(bytes, at + lengthBytes) ?? 0, byteAt(bytes, at + lengthBytes + 1) ?? 0];
      if (codec.isParameterSet(first, second)) yield codec.sizeOf(bytes.subarray(at + lengthBytes, next));
      at = next;
    }
  }
}

/** Slices of all pictures that a file within the upload limit may have. */
const UNITS_MAX = 1_000_000;
