/** Sharpness as the variance of the Laplacian: steep edges give a high value, a blurred image a low one. */
import type { Luminance } from './luminance.ts';

/** Rounded to two decimals; 0 for an image that is too small to have neighbouring pixels on all sides. */
export function sharpnessOf({ data, width, height }: Luminance): number {
  let sum = 0;
  let squares = 0;
  const count = Math.max(0, width - 2) * Math.max(0, height - 2);
  if (count === 0) return 0;
  const at = (index: number): number => data[index] ?? 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x;
      const laplacian = at(index - 1) + at(index + 1) + at(index - width) + at(index + width) - 4 * at(index);
      sum += laplacian;
      squares += laplacian * laplacian;
    }
  }
  const mean = sum / count;
  return Math.round((squares / count - mean * mean) * 100) / 100;
}
