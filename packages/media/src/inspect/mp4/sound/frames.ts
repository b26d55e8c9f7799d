/** The duration of the frames in one sample, for codecs whose frames declare it. */
import { type Bytes, u16be, u8 } from '../../bytes.ts';
import { must, refuse } from '../../inspection.ts';
import { frameHeader } from '../../mp3-frame.ts';

/** MP3 in MP4: complete, consecutive frames. */
export function mp3Seconds(sample: Bytes): number {
  let [at, total] = [0, 0];
  while (at < sample.length) {
    const frame = frameHeader(sample, at) ?? refuse('a sample that is no frame');
    total += frame.samples / frame.rate;
    at += frame.sizeBytes;
  }
  return total;
}

/** RFC 6716, 3.1: the first byte selects one of 32 configurations and the number of frames. */
export function opusSeconds(sample: Bytes): number {
  const first = u8(sample, 0);
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? u8(sample, 1) & 0x3f : 2;
  must(frames > 0, 'a packet without a frame');
  return frames * opusFrameSeconds(first >> 3);
}

function opusFrameSeconds(configuration: number): number {
  if (configuration < 12) return ([10, 20, 40, 60][configuration % 4] ?? 60) / 1000;
  if (configuration < 16) return (configuration % 2 === 0 ? 10 : 20) / 1000;
  return ([2.5, 5, 10, 20][configuration % 4] ?? 20) / 1000;
}

const AC3_RATES = [48_000, 44_100, 32_000];
const AC3_KBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const AC3_BLOCK = 256;

/** AC-3 and E-AC-3 (ETSI TS 102 366): consecutive frames; dependent frames add no time. */
export function ac3Seconds(sample: Bytes): number {
  let [at, total] = [0, 0];
  while (at < sample.length) {
    must(u16be(sample, at) === 0x0b77, 'a sample that is no frame');
    const { sizeBytes, seconds } = u8(sample, at + 5) >> 3 > 10 ? enhancedFrame(sample, at) : plainFrame(sample, at);
    total += seconds;
    at += sizeBytes;
  }
  return total;
}

interface Ac3Frame {
  readonly sizeBytes: number;
  readonly seconds: number;
}

function plainFrame(sample: Bytes, at: number): Ac3Frame {
  const byte = u8(sample, at + 4);
  const [rate, kbits] = [AC3_RATES[byte >> 6], AC3_KBITS[(byte & 63) >> 1]];
  must(rate !== undefined && kbits !== undefined, 'a frame of an impossible kind');
  const words = Math.floor((kbits * 96_000) / rate) + (rate === 44_100 ? byte & 1 : 0);
  return { sizeBytes: words * 2, seconds: (6 * AC3_BLOCK) / rate };
}

function enhancedFrame(sample: Bytes, at: number): Ac3Frame {
  const [head, rates] = [u16be(sample, at + 2), u8(sample, at + 4)];
  const isReduced = rates >> 6 === 3;
  const rate = isReduced ? (AC3_RATES[(rates >> 4) & 3] ?? 0) / 2 : (AC3_RATES[rates >> 6] ?? 0);
  must(rate > 0, 'a frame of an impossible kind');
  const blocks = isReduced ? 6 : ([1, 2, 3, 6][(rates >> 4) & 3] ?? 6);
  const adds = head >> 14 === 0 && ((head >> 11) & 7) === 0;
  return { sizeBytes: ((head & 0x7ff) + 1) * 2, seconds: adds ? (blocks * AC3_BLOCK) / rate : 0 };
}
