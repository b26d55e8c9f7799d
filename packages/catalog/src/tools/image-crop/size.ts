/**
 * The size of a crop. A box or window is refused unless it fits every image that the source can be, so no accepted
 * crop fails for its position. A box in ratios always fits.
 */
import type { FieldProblems } from '@farebox/contract';
import { type SizeBounds, exactSize } from '../../files/bounds.ts';
import type { CropArguments } from './schema.ts';

type Side = 'width' | 'height';
type Area = Pick<CropArguments, 'box' | 'part' | 'window'>;

/** @param sources upright. @returns the reasons by field; null if the crop is allowed. */
export function cropProblem({ box, part, window }: Area, sources: readonly SizeBounds[]): FieldProblems | null {
  const found: [string, string][] = [];
  for (const [side, offset, of] of SIDES) {
    const room = roomOf(side, sources);
    if (box !== undefined && box[offset] >= room.pixels)
      found.push([`/box/${offset}`, `is outside of the image, ${room.text}`]);
    else if (box !== undefined && box[offset] + box[side] > room.pixels)
      found.push([`/box/${side}`, `ends at ${of} ${box[offset] + box[side]} of the image, ${room.text}`]);
    if (part !== undefined && part[offset] + part[side] > 1 + ROUNDING)
      found.push([`/part/${side}`, `plus ${offset} is more than 1`]);
    if (window !== undefined && window[side] > room.pixels)
      found.push([`/window/${side}`, `is larger than the image, ${room.text}`]);
  }
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** @param source a size for which `cropProblem` found nothing. */
export function croppedBounds(source: SizeBounds, { box, part, window }: Area): SizeBounds {
  const size = box ?? window;
  if (size !== undefined) return exactSize({ width: size.width, height: size.height });
  if (part === undefined) return source;
  const [width, height] = [lengthOf('width', source, part), lengthOf('height', source, part)];
  return { least: { width: width.least, height: height.least }, most: { width: width.most, height: height.most } };
}

/** Rounding may raise a sum of shares above 1 by this much. */
const ROUNDING = 1e-9;

const SIDES = [
  ['width', 'left', 'column'],
  ['height', 'top', 'row'],
] as const;

interface Room {
  readonly pixels: number;
  readonly text: string;
}

function roomOf(side: Side, sources: readonly SizeBounds[]): Room {
  const pixels = Math.min(...sources.map(({ least }) => least[side]));
  const isSure = sources.every(({ most }) => most[side] === pixels);
  return { pixels, text: `whose ${side} ${isSure ? 'is' : 'may be as little as'} ${pixels} pixels` };
}

/** Both edges are rounded, so the length is within a pixel of its share. It is exact if the side is known. */
function lengthOf(side: Side, { least, most }: SizeBounds, part: NonNullable<Area['part']>) {
  const from = part[side === 'width' ? 'left' : 'top'];
  const share = part[side];
  if (least[side] === most[side]) {
    const start = Math.min(least[side] - 1, Math.round(from * least[side]));
    const end = Math.min(least[side], Math.max(start + 1, Math.round((from + share) * least[side])));
    return { least: end - start, most: end - start };
  }
  return {
    least: Math.max(1, Math.ceil(share * least[side]) - 1),
    most: Math.min(most[side], Math.floor(share * most[side]) + 1),
  };
}
