/** Test support: audio as numbers, decoded by the ffmpeg of this machine: 16 bits, 44.1 kHz, stereo. */
import { execFileSync } from 'node:child_process';

const [RATE, CHANNELS, BYTES] = [44_100, 2, 2] as const;
const DECODED_BYTES_MAX = 64 * 1024 ** 2;

/** @param sound a path, or the bytes. */
export function samplesOf(sound: string | Buffer): Buffer {
  const input = typeof sound === 'string' ? sound : 'pipe:0';
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', String(CHANNELS), 'pipe:1'];
  return execFileSync('ffmpeg', ['-loglevel', 'error', '-i', input, ...raw], {
    ...(typeof sound === 'string' ? {} : { input: sound }),
    maxBuffer: DECODED_BYTES_MAX,
  });
}

/** The largest sample of either channel between two times in seconds; 1 is full scale. */
export function loudest(samples: Buffer, { from, to }: { from: number; to: number }): number {
  const [start, end] = [from, to].map((seconds) => Math.round(seconds * RATE) * CHANNELS * BYTES);
  let most = 0;
  for (let at = start!; at < Math.min(end!, samples.length); at += BYTES)
    most = Math.max(most, Math.abs(samples.readInt16LE(at)));
  return most / 32_768;
}
