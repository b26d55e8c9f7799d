/**
 * The size of a resized image, of which only bounds may be known. The bounds hold for any rounding of a side. Prices
 * depend on them: `most` may be a pixel larger than the real result, never smaller.
 */
import type { FieldProblems } from '@farebox/contract';
import type { SizeBounds } from '../../files/bounds.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../../image/source.ts';
import { type Size, pixelsOf } from '../../units.ts';
import type { ResizeArguments } from './schema.ts';

export type Target = Pick<ResizeArguments, 'width' | 'height' | 'fit' | 'allowEnlargement'>;
type Rounding = (side: number) => number;

/**
 * Each side of the result grows with the same side of the source and shrinks with the other, in every fit. So the
 * widest source gives the largest width and the smallest height, and the tallest source the reverse.
 */
export function resizedBounds({ least, most }: SizeBounds, target: Target): SizeBounds {
  const widest = { width: most.width, height: least.height };
  const tallest = { width: least.width, height: most.height };
  const [wide, narrow] = [resizedSize(widest, target, Math.ceil), resizedSize(tallest, target, Math.floor)];
  const [tall, low] = [resizedSize(tallest, target, Math.ceil), resizedSize(widest, target, Math.floor)];
  return {
    least: { width: narrow.width, height: low.height },
    most: { width: wide.width, height: tall.height },
  };
}

/** Whether the size exceeds the limits of an image. */
export const isTooLarge = (size: Size): boolean =>
  pixelsOf(size) > IMAGE_PIXELS_MAX || Math.max(size.width, size.height) > IMAGE_SIDE_MAX;

/** @param at JSON Pointer of the target in the arguments. */
export function tooLarge(at: string, { width }: Pick<Target, 'width'>, result: Size): FieldProblems {
  const reason = `makes a result of ${result.width} × ${result.height} pixels; the limit is 40 megapixels and ${IMAGE_SIDE_MAX} pixels a side`;
  return { [`${at}/${width === undefined ? 'height' : 'width'}`]: reason };
}

/** Limits each side to the longest one allowed, because the worker refuses a larger result. */
export const withinLimits = ({ least, most }: SizeBounds): SizeBounds => ({
  least,
  most: { width: Math.min(most.width, IMAGE_SIDE_MAX), height: Math.min(most.height, IMAGE_SIDE_MAX) },
});

export function resizedSize(source: Size, target: Target, round: Rounding): Size {
  const { width, height, fit, allowEnlargement } = target;
  if (width !== undefined && height !== undefined && fit !== 'inside' && fit !== 'outside') {
    const keeps = !allowEnlargement && fit !== 'contain';
    return keeps
      ? { width: Math.min(width, source.width), height: Math.min(height, source.height) }
      : { width, height };
  }
  const { to, from } = scaleOf(source, target);
  if (!allowEnlargement && to > from) return source;
  const side = (of: number): number => Math.max(1, round((of * to) / from));
  return { width: side(source.width), height: side(source.height) };
}

/** The larger or smaller ratio of a wanted side to that of the source, as a fraction: 15 × 1000 ÷ 15 is 1000, and 15 × (1000 ÷ 15) is not. */
function scaleOf(source: Size, { width, height, fit }: Target): { readonly to: number; readonly from: number } {
  const ofWidth = width === undefined ? null : { to: width, from: source.width };
  const ofHeight = height === undefined ? null : { to: height, from: source.height };
  if (ofWidth === null || ofHeight === null) return ofWidth ?? ofHeight ?? { to: 1, from: 1 };
  const isWidthLess = ofWidth.to * ofHeight.from < ofHeight.to * ofWidth.from;
  return isWidthLess === (fit === 'outside') ? ofHeight : ofWidth;
}
