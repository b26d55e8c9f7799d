/** What the image tools take as a source. The worker enforces the same bounds again on the real bytes. */
import { LIMITS } from '@farebox/contract';
import { IMAGE_TYPES, invariant } from '@farebox/kernel';
import { type BoundsOf, type FileBounds, type SizeBounds, pixelsMaxOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';
import type { ImageFormat } from './formats.ts';

/** Pixels that a source or a result has at most. */
export const IMAGE_PIXELS_MAX = LIMITS.imagePixels;
/** The longest side that every output format can carry (WebP's limit). */
export const IMAGE_SIDE_MAX = 16_383;

/** Of an image of which only this is known: every step on it is priced as for the largest image there may be. */
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
  'The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.',
);

export const imageUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: IMAGE_RULE });

export const sourceUses = ({ source }: WithSource): FileUse[] => [imageUse('/source', source)];

/** The sizes of a source that has passed its rule: upright, one of these. */
export function sourceSizes({ source }: WithSource, boundsOf: BoundsOf): readonly SizeBounds[] {
  const { sizes } = boundsOf(source);
  invariant(sizes !== undefined, 'a planned source has its size');
  return sizes;
}

/** The most pixels a source can have; a larger one is refused by the worker, and never billed. */
export const sourcePixelsMax = (input: WithSource, boundsOf: BoundsOf): number =>
  Math.min(pixelsMaxOf(sourceSizes(input, boundsOf)), IMAGE_PIXELS_MAX);

/** What a result can be whose format is asked for by name, or is that of the source. */
export const resultTypes = (format: 'source' | ImageFormat, source: FileBounds): readonly string[] =>
  format === 'source' ? source.mimeTypes : [`image/${format}`];
