/**
 * The size of a resized image. It may be a pixel larger than the real one, never smaller: sides are rounded up, and a
 * source may still turn by its EXIF orientation, so both ways round are considered where money depends on it.
 */
import { type Size, pixelsOf } from '../../units.ts';
import type { ResizeArguments } from './schema.ts';

type Target = Pick<ResizeArguments, 'width' | 'height' | 'fit' | 'allowEnlargement'>;

/** The result for a source that stands as given; each side ≥ that of the real result. */
export function resizedSize(source: Size, target: Target): Size {
  const { width, height, fit, allowEnlargement } = target;
  if (width !== undefined && height !== undefined && fit !== 'inside' && fit !== 'outside') {
    const keeps = !allowEnlargement && fit !== 'contain';
    return keeps
      ? { width: Math.min(width, source.width), height: Math.min(height, source.height) }
      : { width, height };
  }
  const scale = allowEnlargement ? scaleOf(source, target) : Math.min(1, scaleOf(source, target));
  return { width: scaled(source.width, scale), height: scaled(source.height, scale) };
}

/** The most pixels the operation can have to handle, of source and result. */
export function resizePixelsMax(source: Size, target: Target): number {
  const turned = { width: source.height, height: source.width };
  return Math.max(...[source, turned].flatMap((each) => [pixelsOf(each), pixelsOf(resizedSize(each, target))]));
}

function scaleOf(source: Size, { width, height, fit }: Target): number {
  const scales = [
    ...(width === undefined ? [] : [width / source.width]),
    ...(height === undefined ? [] : [height / source.height]),
  ];
  return fit === 'outside' ? Math.max(...scales) : Math.min(...scales);
}

const scaled = (side: number, scale: number): number => Math.max(1, Math.ceil(side * scale));
