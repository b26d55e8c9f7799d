/** A source with video, checked against the limits on which its price is based, or lower ones of the operator. */
import { VIDEO_SIDE_MAX } from '@farebox/catalog';
import { OperationFailure } from '@farebox/worker';
import type { Measured } from '../studio.ts';

/** Size and timing of the frames, upright. */
export interface Pictures {
  readonly width: number;
  readonly height: number;
  readonly pixels: number;
  /** The average frame rate, at least 1. */
  readonly perSecond: number;
  readonly hasSound: boolean;
  readonly count: number;
  /** The duration of the frames; audio may last longer. */
  readonly seconds: number;
}

/** Throws OperationFailure for a source without video, or above the limits. */
export function picturesOf({ video, seconds, limits }: Measured): Pictures {
  if (video === undefined) throw new OperationFailure('source_not_readable');
  const { width, height, pictures, picturesSeconds, hasSound } = video;
  const pixels = width * height;
  const isTooLarge = pixels > limits.pixelsMax || Math.max(width, height) > VIDEO_SIDE_MAX;
  // A video of less than a second costs as much as one second.
  const isTooDense = pictures > limits.picturesPerSecondMax * Math.max(1, seconds);
  if (isTooLarge || isTooDense) throw new OperationFailure('source_too_large');
  const perSecond = Math.max(1, picturesSeconds === 0 ? 1 : pictures / picturesSeconds);
  return { width, height, pixels, perSecond, hasSound, count: pictures, seconds: picturesSeconds };
}
