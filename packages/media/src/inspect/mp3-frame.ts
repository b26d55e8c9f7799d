/** The four bytes at the head of an MPEG audio Layer III frame (ISO/IEC 11172-3 and 13818-3). */

import type { Bytes } from './bytes.ts';

export interface FrameHeader {
  readonly sizeBytes: number;
  /** Samples per second. */
  readonly rate: number;
  /** Samples in this frame, per channel. */
  readonly samples: number;
  readonly sideInfoBytes: number;
}

const RATES = [44_100, 48_000, 32_000];
const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** How often MPEG 2.5, (reserved), 2 and 1 halve the sample rate. */
const HALVINGS = [2, null, 1, 0];

/** The size of the largest frame: 320 kbit/s at 32 kHz, padded. */
export const SIZE_BYTES_MAX = 1441;

/** Whether a header of this layer is here. */
export const hasLayer = (bytes: Bytes, at: number, layer: 1 | 2 | 3): boolean =>
  at + 4 <= bytes.length &&
  bytes.readUInt16BE(at) >>> 5 === 0x7ff &&
  ((bytes.readUInt16BE(at) >>> 1) & 3) === 4 - layer;

/** Null if there is no complete header of a frame with a fixed size. */
export function frameHeader(bytes: Bytes, at: number): FrameHeader | null {
  if (at + 4 > bytes.length) return null;
  const head = bytes.readUInt32BE(at);
  const halvings = HALVINGS[(head >>> 19) & 3] ?? null;
  const isLayer3 = head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1;
  if (!isLayer3 || halvings === null) return null;
  const mpeg1 = halvings === 0;
  const kbits = (mpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[(head >>> 12) & 15] ?? 0;
  const fullRate = RATES[(head >>> 10) & 3];
  if (kbits === 0 || fullRate === undefined) return null;
  const rate = fullRate / 2 ** halvings;
  const samples = mpeg1 ? 1152 : 576;
  const padding = (head >>> 9) & 1;
  const mono = ((head >>> 6) & 3) === 3;
  return {
    sizeBytes: Math.floor((samples / 8) * ((kbits * 1000) / rate)) + padding,
    rate,
    samples,
    sideInfoBytes: mpeg1 ? (mono ? 17 : 32) : mono ? 9 : 17,
  };
}
