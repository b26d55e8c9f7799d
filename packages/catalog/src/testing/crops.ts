/** Arbitrary crops and the sizes that they really keep, computed independently of the code under test. For tests only. */
import fc from 'fast-check';
import type { Size } from '../units.ts';

interface Part extends Size {
  readonly left: number;
  readonly top: number;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

export const anyPart: fc.Arbitrary<Part> = fc
  .record({ left: share, top: share, width: share, height: share })
  .map(({ left, top, width, height }) => ({
    left,
    top,
    width: Math.min(width, 1 - left),
    height: Math.min(height, 1 - top),
  }))
  .filter(({ width, height }) => width > 0 && height > 0);

/** Rounds both edges to the nearest pixel, within the image and at least one pixel apart. */
export function partReally(from: Size, { left, top, width, height }: Part): Size {
  return { width: kept(left, width, from.width), height: kept(top, height, from.height) };
}

function kept(from: number, share: number, pixels: number): number {
  const start = Math.min(pixels - 1, Math.round(from * pixels));
  return Math.max(1, Math.min(pixels, Math.round((from + share) * pixels)) - start);
}
