/** A source with video, checked against the limits on which its price is based, or lower ones of the operator. */
import { VIDEO_SIDE_MAX } from '@farebox/catalog';
import { OperationFailure } from '@farebox/worker';
import type { Timeline } from '../ffmpeg/timeline.ts';
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
  const perSecond = rateOf(pictures, picturesSeconds);
  return { width, height, pixels, perSecond, hasSound, count: pictures, seconds: picturesSeconds };
}

/** Only what is shown: an edit list may leave out frames that are decoded, and paid for. */
export function asShown(pictures: Pictures, { starts, lastSeconds }: Timeline): Pictures {
  const seconds = Math.min(pictures.seconds, (starts.at(-1) as number) + lastSeconds);
  return { ...pictures, perSecond: rateOf(starts.length, seconds), count: starts.length, seconds };
}

const rateOf = (count: number, seconds: number): number => Math.max(1, seconds === 0 ? 1 : count / seconds);
