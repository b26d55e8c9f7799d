/**
 * The decoded duration of an audio track, computed from its frames, whatever the container declares, because a
 * transcription hears the frames. A codec whose frames cannot be timed without decoding is refused.
 */
import { type Bytes, u16be } from '../../bytes.ts';
import { type Box, child, maybeChild, payload } from '../boxes.ts';
import type { Samples } from '../samples.ts';
import { ofObject, refuseSound } from '../unsupported.ts';
import { aacFrameSeconds } from './aac.ts';
import { descriptorOf } from './descriptors.ts';
import { ac3Seconds, mp3Seconds, opusSeconds } from './frames.ts';

const FRAMES: Readonly<Record<string, (sample: Bytes) => number>> = {
  Opus: opusSeconds,
  'ac-3': ac3Seconds,
  'ec-3': ac3Seconds,
  '.mp3': mp3Seconds,
};
const AAC = new Set([0x40, 0x66, 0x67, 0x68]);
const MP3 = new Set([0x69, 0x6b]);

/** @param entry the sample description, whose type is the codec. */
export function soundSeconds(bytes: Bytes, entry: Box, samples: Samples): number {
  const frames = entry.type === 'mp4a' ? undefined : (FRAMES[entry.type] ?? refuseSound(entry.type));
  if (frames !== undefined) return sumOf(bytes, samples, frames);
  const { objectType, specific } = descriptorOf(payload(bytes, elementaryStream(bytes, entry)));
  if (MP3.has(objectType)) return sumOf(bytes, samples, mp3Seconds);
  if (!AAC.has(objectType)) refuseSound(ofObject(objectType));
  return samples.sizes.length * aacFrameSeconds(specific);
}

const NAMES: Readonly<Record<string, string>> = { Opus: 'opus', 'ac-3': 'ac3', 'ec-3': 'eac3', '.mp3': 'mp3' };

/** The codec of a track whose audio was timed. */
export function soundCodec(bytes: Bytes, entry: Box): string {
  if (entry.type !== 'mp4a') return NAMES[entry.type] ?? refuseSound(entry.type);
  return MP3.has(descriptorOf(payload(bytes, elementaryStream(bytes, entry))).objectType) ? 'mp3' : 'aac';
}

/** Bytes of an audio description before its boxes; two versions of QuickTime have more. */
const PLAIN_BYTES = 28;
const QUICKTIME_BYTES: Readonly<Record<number, number>> = { 1: 16, 2: 36 };

function elementaryStream(bytes: Bytes, entry: Box): Box {
  const version = u16be(payload(bytes, entry), 8);
  const inner = { start: entry.start + PLAIN_BYTES + (QUICKTIME_BYTES[version] ?? 0), end: entry.end };
  const wave = maybeChild(bytes, inner, 'wave');
  return child(bytes, wave ?? inner, 'esds');
}

function sumOf(bytes: Bytes, { offsets, sizes }: Samples, secondsOf: (sample: Bytes) => number): number {
  let total = 0;
  for (const [index, at] of offsets.entries()) {
    const size = sizes[index] ?? 0;
    if (size > 0) total += secondsOf(bytes.subarray(at, at + size));
  }
  return total;
}
