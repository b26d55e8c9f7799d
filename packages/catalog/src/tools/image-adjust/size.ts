/**
 * The size of an adjusted image: only trimming and rotating change it. Prices depend on it, so `most` is never smaller
 * than the real result.
 */
import type { SizeBounds } from '../../files/bounds.ts';
import type { Size } from '../../units.ts';
import type { AdjustArguments } from './schema.ts';

type Rounding = (side: number) => number;

export function adjustedBounds(
  { least, most }: SizeBounds,
  input: Pick<AdjustArguments, 'trim' | 'rotate'>,
): SizeBounds {
  const { trim, rotate = 0 } = input;
  const smallest = trim === undefined ? least : { width: 1, height: 1 };
  return {
    least: turned(smallest, rotate, (side) => Math.floor(side) - 1),
    most: turned(most, rotate, (side) => Math.ceil(side) + 1),
  };
}

/**
 * Right angles keep every pixel. At other angles the bounding box is rounded, with a tolerance of one pixel on either
 * side.
 */
function turned({ width, height }: Size, degrees: number, round: Rounding): Size {
  if (degrees % 180 === 0) return { width, height };
  if (degrees % 90 === 0) return { width: height, height: width };
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const side = (along: number, across: number) => Math.max(1, round(along * cos + across * sin));
  return { width: side(width, height), height: side(height, width) };
}
