/**
 * Test support: loudness as the ffmpeg of this machine reports it, frame by frame, which is another way than the one
 * under test.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const TOLD_BYTES_MAX = 64 * 1024 ** 2;

/** @param path of a file that only this call uses, for the filter to read. */
export function loudnessOf(sound: Buffer, path: string): { lufs: number; peakDb: number } {
  writeFileSync(path, sound);
  const graph = 'ebur128=peak=true:metadata=1:framelog=verbose,ametadata=mode=print:file=-';
  const args = ['-nostdin', '-loglevel', 'error', '-i', path, '-filter:a', graph, '-f', 'null', '/dev/null'];
  const told = execFileSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: TOLD_BYTES_MAX });
  const all = (key: string): number[] =>
    Array.from(told.matchAll(new RegExp(`^lavfi\\.r128\\.${key}=(\\S+)$`, 'gm')), ([, value]) => Number(value));
  const highest = Math.max(...all('true_peaks_ch0'), ...all('true_peaks_ch1'));
  return { lufs: all('I').at(-1) as number, peakDb: 20 * Math.log10(highest) };
}
