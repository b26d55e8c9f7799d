/** The differences of two images of one size: where and how much, in one pass. */
import type { Raster } from '../image/engine.ts';
import type { Luma } from './similarity.ts';

export interface Difference {
  readonly changedPixels: number;
  /** The mean square of the differences in red, green and blue of every pixel, drawn on white. */
  readonly meanSquare: number;
  readonly identical: boolean;
  /** Changed pixels in red, on the first image in pale grey; null if not requested. */
  readonly picture: Raster | null;
}

interface Asked {
  readonly tolerance: number;
  /** Luma of the first image; null if no picture is requested. */
  readonly luma: Luma | null;
}

const CHANGED = [230, 0, 38] as const;

/** @param one four channels, like `other`. */
export function differenceOf(one: Raster, other: Raster, { tolerance, luma }: Asked): Difference {
  const { width, height } = one;
  const data = luma === null ? null : Buffer.alloc(width * height * 3);
  let [changedPixels, squares, most] = [0, 0, 0];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * 4;
    const [alphaA, alphaB] = [one.data[at + 3] as number, other.data[at + 3] as number];
    let farthest = Math.abs(alphaA - alphaB);
    for (let channel = 0; channel < 3; channel++) {
      const by = Math.abs(
        onWhite(one.data[at + channel] as number, alphaA) - onWhite(other.data[at + channel] as number, alphaB),
      );
      squares += by * by;
      if (by > farthest) farthest = by;
    }
    if (farthest > tolerance) changedPixels++;
    if (farthest > most) most = farthest;
    if (data !== null && luma !== null)
      draw(data, pixel, farthest > tolerance ? CHANGED : pale(luma.data[pixel] as number));
  }
  return {
    changedPixels,
    meanSquare: squares / (width * height * 3),
    identical: most === 0,
    picture: data === null ? null : { data, width, height, channels: 3 },
  };
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : Math.round(255 + ((value - 255) * alpha) / 255);

function pale(luma: number): readonly [number, number, number] {
  const value = 191 + (luma >> 2);
  return [value, value, value];
}

function draw(data: Buffer, pixel: number, colour: readonly [number, number, number]): void {
  for (let channel = 0; channel < 3; channel++) data[pixel * 3 + channel] = colour[channel] as number;
}
