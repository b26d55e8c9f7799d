/** Test support: an image as a camera stores it in one of eight orientations, computed without the library under test. */
import sharp, { type Sharp } from 'sharp';
import type { Pixels } from './pixels.ts';

export const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** EXIF: the position in the stored raster of `w` × `h` of the pixel that is seen at `x`, `y`. */
const POSITIONS: Readonly<Record<number, (x: number, y: number, size: { w: number; h: number }) => [number, number]>> =
  {
    1: (x, y) => [x, y],
    2: (x, y, { w }) => [w - 1 - x, y],
    3: (x, y, { w, h }) => [w - 1 - x, h - 1 - y],
    4: (x, y, { h }) => [x, h - 1 - y],
    5: (x, y) => [y, x],
    6: (x, y, { h }) => [y, h - 1 - x],
    7: (x, y, { w, h }) => [w - 1 - y, h - 1 - x],
    8: (x, y, { w }) => [w - 1 - y, x],
  };

/** A JPEG that is displayed as this image. Its chroma is not subsampled, so pixels keep their values except for rounding. */
export function heldAs(orientation: number, upright: Pixels): Sharp {
  const [w, h] = orientation < 5 ? [upright.width, upright.height] : [upright.height, upright.width];
  const data = Buffer.alloc(w * h * 3);
  for (let y = 0; y < upright.height; y++) {
    for (let x = 0; x < upright.width; x++) {
      const [left, top] = POSITIONS[orientation]!(x, y, { w, h });
      upright.data.copy(data, (top * w + left) * 3, (y * upright.width + x) * 3, (y * upright.width + x) * 3 + 3);
    }
  }
  return sharp(data, { raw: { width: w, height: h, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
}
