/** What is heard of a sound that was made, by the ffmpeg of this machine: how long it really sounds and how loud, and how near both must be to what was asked for. Test support. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AudioFormat } from '@farebox/kernel';
import { loudnessOf } from './loudness.ts';

export const CODECS: Readonly<Record<AudioFormat, string>> = {
  mp3: 'mp3',
  wav: 'pcm_s16le',
  aac: 'aac',
  opus: 'opus',
  flac: 'flac',
};

/** One frame of each codec at 44.1 kHz (Opus: 48), in seconds; of what has none, a sample. */
export const FRAME_SECONDS: Readonly<Record<AudioFormat, number>> = {
  mp3: 1152 / 44_100,
  wav: 1 / 44_100,
  aac: 1024 / 44_100,
  opus: 960 / 48_000,
  flac: 1 / 44_100,
};

/** Loudness units (EBU R128). LAME alone takes 0.45 of them: it makes what it encodes softer by a twentieth. */
export const NEAR_LU = 0.5;

const RATE = 44_100;
const DECODED_BYTES_MAX = 64 * 1024 ** 2;

/** @param path a place of its own: of a pipe, a reader does not know what an encoder says to leave away at its end. */
export function heard(sound: Buffer, path: string): { seconds: number; lufs: number; peakDb: number } {
  writeFileSync(path, sound);
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', 'pipe:1'];
  const samples = execFileSync('ffmpeg', ['-loglevel', 'error', '-i', path, ...raw], { maxBuffer: DECODED_BYTES_MAX });
  return { seconds: samples.length / 2 / RATE, ...loudnessOf(sound, path) };
}
