/** Sources of the image tools. The worker enforces the same limits on the real bytes. */
import { LIMITS } from '@farebox/contract';
import { IMAGE_TYPES, invariant } from '@farebox/kernel';
import { type BoundsOf, type FileBounds, type SizeBounds, pixelsMaxOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';
import type { ImageFormat } from './formats.ts';

/** The most pixels of a source or a result. */
export const IMAGE_PIXELS_MAX = LIMITS.imagePixels;
/** The longest side that every output format can carry (WebP's limit). */
export const IMAGE_SIDE_MAX = 16_383;

/** An image of unknown size: every step on it is priced as for the largest possible image. */
export const ANY_IMAGE_SIZE: SizeBounds = {
  least: { width: 1, height: 1 },
  most: { width: IMAGE_SIDE_MAX, height: IMAGE_SIDE_MAX },
};

export const imageRule = (mimeTypes: readonly string[]): FileRule => ({
  mimeTypes,
  image: { pixelsMax: IMAGE_PIXELS_MAX, sideMax: IMAGE_SIDE_MAX },
});

const IMAGE_RULE = imageRule(IMAGE_TYPES);

export const sourceArgument = fileArgument(
  'Image',
  'The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.',
);

export const imageUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: IMAGE_RULE });

export const sourceUses = ({ source }: WithSource): FileUse[] => [imageUse('/source', source)];

/** The possible upright sizes of a source that satisfies its rule. */
export function sourceSizes({ source }: WithSource, boundsOf: BoundsOf): readonly SizeBounds[] {
  const { sizes } = boundsOf(source);
  invariant(sizes !== undefined, 'a planned source has its size');
  return sizes;
}

/** The most pixels of a source. The worker refuses a larger one, and it is never billed. */
export const sourcePixelsMax = (input: WithSource, boundsOf: BoundsOf): number =>
  Math.min(pixelsMaxOf(sourceSizes(input, boundsOf)), IMAGE_PIXELS_MAX);

/** The possible types of a result whose format is requested by name or kept from the source. */
export const resultTypes = (format: 'source' | ImageFormat, source: FileBounds): readonly string[] =>
  format === 'source' ? source.mimeTypes : [`image/${format}`];
