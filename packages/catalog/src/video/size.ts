/** How large encoded videos are: pure functions that the plan and the worker share, so that what is quoted is what is made. */
import type { SizeBounds } from '../files/bounds.ts';
import { resizedSize, type Target } from '../tools/image-resize/size.ts';
import { type Size, pixelsOf } from '../units.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './limits.ts';

/** Colour is coded for two by two pixels. */
const STEP = 2;

const evened = (side: number): number => Math.max(STEP, Math.floor(side / STEP) * STEP);

/** The size that a picture of this size is encoded in. */
export const encodedSize = ({ width, height }: Size): Size => ({ width: evened(width), height: evened(height) });

export const encodedBounds = ({ least, most }: SizeBounds): SizeBounds => ({
  least: encodedSize(least),
  most: encodedSize(most),
});

export const isTooLargeVideo = (size: Size): boolean =>
  pixelsOf(size) > VIDEO_PIXELS_MAX || Math.max(size.width, size.height) > VIDEO_SIDE_MAX;

/** The size of a resized video: that of an image, encoded. */
export const resizedVideoSize = (source: Size, target: Target): Size =>
  encodedSize(resizedSize(source, target, Math.round));

/**
 * Each side of the result grows with its own side of the source and shrinks with the other, in every fit; so all between the widest
 * and the tallest source lie between their results. Exact where the source is.
 */
export function resizedVideoBounds({ least, most }: SizeBounds, target: Target): SizeBounds {
  const wide = resizedVideoSize({ width: most.width, height: least.height }, target);
  const tall = resizedVideoSize({ width: least.width, height: most.height }, target);
  return {
    least: { width: tall.width, height: wide.height },
    most: { width: wide.width, height: tall.height },
  };
}
