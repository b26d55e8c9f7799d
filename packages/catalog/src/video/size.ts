/** How large encoded videos are: pure functions that the plan and the worker share, so that what is quoted is what is made. */
import type { SizeBounds } from '../files/bounds.ts';
import type { Size } from '../units.ts';

/** Colour is coded for two by two pixels. */
const STEP = 2;

const evened = (side: number): number => Math.max(STEP, Math.floor(side / STEP) * STEP);

/** The size that a picture of this size is encoded in. */
export const encodedSize = ({ width, height }: Size): Size => ({ width: evened(width), height: evened(height) });

export const encodedBounds = ({ least, most }: SizeBounds): SizeBounds => ({
  least: encodedSize(least),
  most: encodedSize(most),
});
