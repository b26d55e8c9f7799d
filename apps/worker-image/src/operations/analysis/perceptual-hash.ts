/** pHash: the signs of the 8 × 8 lowest frequencies of a small grey image. Scaling and recompression hardly change it. */
import type { Luminance } from './luminance.ts';

/** Side of the grey image from which the hash is computed. */
export const HASH_SIDE = 32;
const KEPT = 8;

/** cosines[frequency][position] of the DCT-II. */
const cosines = Array.from({ length: KEPT }, (_, frequency) =>
  Array.from({ length: HASH_SIDE }, (_each, position) =>
    Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * HASH_SIDE)),
  ),
);

/** 64 bits as 16 hex digits, row by row, lowest frequency first. A bit is set if its frequency is above the median. */
export function perceptualHashOf({ data }: Luminance): string {
  const frequencies = cosines.flatMap((vertical) =>
    cosines.map((horizontal) => frequencyOf(data, vertical, horizontal)),
  );
  // The first one is the mean brightness, which would outweigh all others.
  const sorted = frequencies.slice(1).toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const bits = frequencies.map((frequency) => (frequency > median ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

/** Rounded, so that equal images cannot differ by floating-point noise around zero. */
function frequencyOf(data: Float64Array, vertical: readonly number[], horizontal: readonly number[]): number {
  let sum = 0;
  for (const [y, atY] of vertical.entries()) {
    let row = 0;
    for (const [x, atX] of horizontal.entries()) row += (data[y * HASH_SIDE + x] ?? 0) * atX;
    sum += row * atY;
  }
  return Math.round(sum * 1e6) / 1e6;
}
