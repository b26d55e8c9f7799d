/** The size of encoded videos: pure functions for plan and worker alike, so that the result matches the quote. */
import type { SizeBounds } from '../files/bounds.ts';
import { resizedSize, type Target } from '../tools/image-resize/size.ts';
import { type Size, pixelsOf } from '../units.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './limits.ts';

/** Chroma is stored for blocks of two by two pixels. */
const STEP = 2;

const evened = (side: number): number => Math.max(STEP, Math.floor(side / STEP) * STEP);

/** The size in which a frame of this size is encoded. */
export const encodedSize = ({ width, height }: Size): Size => ({ width: evened(width), height: evened(height) });

export const encodedBounds = ({ least, most }: SizeBounds): SizeBounds => ({
  least: encodedSize(least),
  most: encodedSize(most),
});

export const isTooLargeVideo = (size: Size): boolean =>
  pixelsOf(size) > VIDEO_PIXELS_MAX || Math.max(size.width, size.height) > VIDEO_SIDE_MAX;

/** The size of a resized video: that of a resized image, rounded for the encoder. */
export const resizedVideoSize = (source: Size, target: Target): Size =>
  encodedSize(resizedSize(source, target, Math.round));

/**
 * Each side of the result grows with the same side of the source and shrinks with the other, in every fit. So every
 * result lies between those of the widest and the tallest source. Exact if the size of the source is.
 */
export function resizedVideoBounds({ least, most }: SizeBounds, target: Target): SizeBounds {
  const wide = resizedVideoSize({ width: most.width, height: least.height }, target);
  const tall = resizedVideoSize({ width: least.width, height: most.height }, target);
  return {
    least: { width: tall.width, height: wide.height },
    most: { width: wide.width, height: tall.height },
  };
}
