/** What a picture can be written as, and how it can fill a size. */
import { IMAGE_TYPES } from '@farebox/kernel';

/** `image/jpeg` is the format `jpeg`. */
export type ImageFormat = (typeof IMAGE_TYPES)[number] extends `image/${infer F}` ? F : never;
export const IMAGE_FORMATS = IMAGE_TYPES.map((type) => type.slice('image/'.length) as ImageFormat);
/** Places in a picture. */
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
