/** Test support: a picture as numbers, decoded by the ffmpeg of this machine: red, green, blue, alpha. */
import { execFileSync } from 'node:child_process';

const DECODED_BYTES_MAX = 64 * 1024 ** 2;

export function pixelsOf(picture: Buffer, { width }: { readonly width: number }) {
  const raw = ['-pix_fmt', 'rgba', '-f', 'rawvideo', 'pipe:1'];
  const input = ['-loglevel', 'error', '-f', 'png_pipe', '-i', 'pipe:0'];
  const bytes = execFileSync('ffmpeg', [...input, ...raw], { input: picture, maxBuffer: DECODED_BYTES_MAX });
  const at = (x: number, y: number): readonly number[] => [...bytes.subarray(4 * (y * width + x)).subarray(0, 4)];
  const height = bytes.length / 4 / width;
  return {
    height,
    at,
    /** The pixels of a column, from top to bottom. */
    column: (x: number) => Array.from({ length: height }, (_, y) => at(x, y)),
  };
}
