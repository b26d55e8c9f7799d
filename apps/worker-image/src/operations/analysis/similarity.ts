/**
 * The similarity of two images of one size: mean SSIM (Wang et al., 2004) of their luma, in one pass, without copies
 * of the pixels.
 */
import type { Sharp } from 'sharp';

export interface Luma {
  /** 0 to 255, row by row. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const WINDOW = 8;
/** Half a window, so that windows also cover the edges of the blocks in which encoders work. */
const STRIDE = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** The luma of an image (BT.709), with transparent pixels drawn on white. The image is not changed. */
export async function lumaOf(image: Sharp): Promise<Luma> {
  const { data, info } = await image
    .clone()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const values = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < values.length; index++, at += channels) {
    const red = data[at] as number;
    values[index] =
      channels < 3
        ? red
        : Math.round(0.2126 * red + 0.7152 * (data[at + 1] as number) + 0.0722 * (data[at + 2] as number));
  }
  release(data);
  return { data: values, width, height };
}

/**
 * Frees the memory immediately instead of at the next garbage collection, because the next encoding needs it (120 MB
 * for 40 megapixels).
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** From -1 to 1; exactly 1 for the same luma. Both must have the same size. */
export function similarityOf(one: Luma, other: Luma): number {
  const { width, height } = one;
  const [columns, rows] = [startsOf(width), startsOf(height)];
  let sum = 0;
  for (const top of rows) for (const left of columns) sum += windowSimilarity(one, other, { left, top });
  return sum / (columns.length * rows.length);
}

/** The starts of the windows along a side; the last window ends at the end of the side. */
function startsOf(side: number): number[] {
  const last = Math.max(0, side - WINDOW);
  const starts = Array.from({ length: Math.floor(last / STRIDE) + 1 }, (_, n) => n * STRIDE);
  return starts.at(-1) === last ? starts : [...starts, last];
}

function windowSimilarity(one: Luma, other: Luma, { left, top }: { left: number; top: number }): number {
  const { width, height } = one;
  const [right, bottom] = [Math.min(left + WINDOW, width), Math.min(top + WINDOW, height)];
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const [a, b] = [one.data[at] as number, other.data[at] as number];
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
    }
  }
  const count = (right - left) * (bottom - top);
  const [meanA, meanB] = [sumA / count, sumB / count];
  const variances = squaresA / count - meanA * meanA + (squaresB / count - meanB * meanB);
  const covariance = products / count - meanA * meanB;
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA * meanA + meanB * meanB + C1) * (variances + C2));
}
