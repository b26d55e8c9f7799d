/** The exact size of a resized image. The catalog's quote computes an upper bound; the tests compare both. */
import { type Limits, Refused } from '../operation.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Target {
  readonly width?: number;
  readonly height?: number;
  readonly fit: 'inside' | 'outside' | 'cover' | 'contain' | 'fill';
  readonly allowEnlargement: boolean;
}

/** @param source upright. Throws Refused if the result would exceed the limits. */
export function resultSize(source: Size, target: Target, limits: Limits): Size {
  const size = sizeOf(source, target);
  if (size.width * size.height > limits.pixelsMax || Math.max(size.width, size.height) > limits.sideMax) {
    throw new Refused('result_too_large');
  }
  return size;
}

function sizeOf(source: Size, target: Target): Size {
  const { width, height, fit, allowEnlargement } = target;
  if (width === undefined || height === undefined || fit === 'inside' || fit === 'outside') {
    const scale = allowEnlargement ? scaleOf(source, target) : Math.min(1, scaleOf(source, target));
    return { width: scaled(source.width, scale), height: scaled(source.height, scale) };
  }
  // The padding of contain does not enlarge the image itself.
  if (allowEnlargement || fit === 'contain') return { width, height };
  return { width: Math.min(width, source.width), height: Math.min(height, source.height) };
}

function scaleOf(source: Size, { width, height, fit }: Target): number {
  const wide = width === undefined ? undefined : width / source.width;
  const high = height === undefined ? undefined : height / source.height;
  if (wide === undefined || high === undefined) return wide ?? high ?? 1;
  return fit === 'outside' ? Math.max(wide, high) : Math.min(wide, high);
}

const scaled = (side: number, scale: number): number => Math.max(1, Math.round(side * scale));
