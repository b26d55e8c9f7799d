/** Formats in which an image can be written, and ways to fit it to a size. */
import { IMAGE_TYPES } from '@farebox/kernel';

/** `image/jpeg` is the format `jpeg`. */
export type ImageFormat = (typeof IMAGE_TYPES)[number] extends `image/${infer F}` ? F : never;
export const IMAGE_FORMATS = IMAGE_TYPES.map((type) => type.slice('image/'.length) as ImageFormat);
/** Positions in an image. */
export const COMPASS = [
  'center',
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;
export const FITS = ['inside', 'outside', 'cover', 'contain', 'fill'] as const;
