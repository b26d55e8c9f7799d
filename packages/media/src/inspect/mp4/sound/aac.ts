/** The duration of one AAC frame, from the codec's own header (AudioSpecificConfig, ISO/IEC 14496-3). */
import type { Bytes } from '../../bytes.ts';
import { refuse, refuseUnsupported } from '../../inspection.ts';
import { type Bits, bitsOf } from '../bits.ts';

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const SBR = 5;
const PARAMETRIC_STEREO = 29;
/** Frames of 1024 samples, or 960 by a flag. */
const LONG_FRAMES = [1, 2, 3, 4];
/** Low delay: frames of 512 samples, or 480. */
const SHORT_FRAMES = [23, 39];

/** Spectral band replication doubles rate and samples alike, so the core frame gives the duration. */
export function aacFrameSeconds(config: Bytes): number {
  const bits = bitsOf(config);
  let kind = objectTypeAt(bits);
  const rate = rateAt(bits);
  bits.skip(4);
  if (kind === SBR || kind === PARAMETRIC_STEREO) {
    rateAt(bits);
    kind = objectTypeAt(bits);
  }
  const isLong = LONG_FRAMES.includes(kind);
  if (!isLong && !SHORT_FRAMES.includes(kind))
    refuseUnsupported(`AAC of object type ${kind}`, 'AAC-LC, HE-AAC, AAC-LD');
  const shorter = bits.take(1) === 1;
  return (isLong ? (shorter ? 960 : 1024) : shorter ? 480 : 512) / rate;
}

function objectTypeAt(bits: Bits): number {
  const kind = bits.take(5);
  return kind === 31 ? 32 + bits.take(6) : kind;
}

function rateAt(bits: Bits): number {
  const index = bits.take(4);
  const rate = index === 15 ? bits.take(24) : (RATES[index] ?? 0);
  return rate > 0 ? rate : refuse('an impossible rate');
}
