/**
 * Codecs whose samples consist of units with a length prefix (H.264, H.265). The size is in parameter sets, which may
 * be at any position.
 */
import { byteAt, type Bytes } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Box, child, payload } from '../boxes.ts';
import type { Samples } from '../samples.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface UnitCodec {
  /** The type of its configuration box. */
  readonly box: string;
  /** Bytes of the length before each unit. */
  readonly lengthBytes: (config: Bytes) => number;
  readonly parameterSets: (config: Bytes) => Iterable<Bytes>;
  /** Whether a unit is a parameter set, decided by its first two bytes. */
  readonly isParameterSet: (first: number, second: number) => boolean;
  readonly sizeOf: (parameterSet: Bytes) => Size;
}

/** Every size in the stream, from its configuration and from between its frames, which decoders also use. */
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

/** More than the slices of all frames in a file within the upload limit. */
const UNITS_MAX = 1_000_000;
