/** Brightness as the eye perceives it (BT.709), of pixels drawn on white. */
import type { Raster } from '../image/engine.ts';

export interface Luminance {
  readonly data: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** @param raster four channels. Values from 0 to 255. */
export function luminanceOf({ data, width, height }: Raster): Luminance {
  const values = new Float64Array(width * height);
  for (let index = 0; index < values.length; index++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(index * 4, index * 4 + 4);
    const weighed = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    values[index] = 255 + ((weighed - 255) * alpha) / 255;
  }
  return { data: values, width, height };
}
