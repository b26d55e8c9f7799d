/**
 * Test support: the real duration and loudness of an audio result, measured with the ffmpeg of this machine, and the
 * allowed deviations.
 */
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

/** One frame of each codec at 44.1 kHz (Opus: 48), in seconds; one sample for codecs without frames. */
export const FRAME_SECONDS: Readonly<Record<AudioFormat, number>> = {
  mp3: 1152 / 44_100,
  wav: 1 / 44_100,
  aac: 1024 / 44_100,
  opus: 960 / 48_000,
  flac: 1 / 44_100,
};

/** Loudness units (EBU R128). LAME alone uses 0.45 of them: it makes audio softer by a twentieth. */
export const NEAR_LU = 0.5;

const RATE = 44_100;
const DECODED_BYTES_MAX = 64 * 1024 ** 2;

/**
 * @param path of a file that only this call uses. From a pipe, ffmpeg cannot read the padding that an encoder declares
 * at its end.
 */
export function heard(sound: Buffer, path: string): { seconds: number; lufs: number; peakDb: number } {
  writeFileSync(path, sound);
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', 'pipe:1'];
  const samples = execFileSync('ffmpeg', ['-loglevel', 'error', '-i', path, ...raw], { maxBuffer: DECODED_BYTES_MAX });
  return { seconds: samples.length / 2 / RATE, ...loudnessOf(sound, path) };
}
