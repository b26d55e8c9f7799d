/** A source with pictures, against the bounds that its price rests on, and what an operator has lowered of them. */
import { VIDEO_SIDE_MAX } from '@farebox/catalog';
import { OperationFailure } from '@farebox/worker';
import type { Measured } from '../studio.ts';

/** Upright. */
export interface Pictures {
  readonly width: number;
  readonly height: number;
  readonly pixels: number;
  /** On average; at least one picture counts as one a second. */
  readonly perSecond: number;
  readonly hasSound: boolean;
  readonly count: number;
  /** How long they last; sound may go on. */
  readonly seconds: number;
}

/** Throws OperationFailure for what has no pictures, or more than is worked on. */
export function picturesOf({ video, seconds, limits }: Measured): Pictures {
  if (video === undefined) throw new OperationFailure('source_not_readable');
  const { width, height, pictures, picturesSeconds, hasSound } = video;
  const pixels = width * height;
  const isTooLarge = pixels > limits.pixelsMax || Math.max(width, height) > VIDEO_SIDE_MAX;
  // What lasts less than a second costs as much as one does.
  const isTooDense = pictures > limits.picturesPerSecondMax * Math.max(1, seconds);
  if (isTooLarge || isTooDense) throw new OperationFailure('source_too_large');
  const perSecond = Math.max(1, picturesSeconds === 0 ? 1 : pictures / picturesSeconds);
  return { width, height, pixels, perSecond, hasSound, count: pictures, seconds: picturesSeconds };
}
