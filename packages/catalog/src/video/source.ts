/** Sources of the video tools, and the sizes of their results. The worker measures both again on the real bytes. */
import { invariant } from '@farebox/kernel';
import { SOUND_PADDING_SECONDS, SOUND_SECONDS_MAX } from '../audio/source.ts';
import { type BoundsOf, type FileBounds, type SizeBounds, pixelsMaxOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';
import { type Size, startedMegapixelSeconds } from '../units.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './limits.ts';

export const VIDEO_SECONDS_MAX = SOUND_SECONDS_MAX;
/** Seconds by which a result may exceed its source: silence that the audio encoder adds, or the last frame. */
const PADDING_SECONDS = SOUND_PADDING_SECONDS;
/** The average frame rate of a source. It bounds the work on one second, as the price does. */
export const VIDEO_PICTURES_PER_SECOND_MAX = 120;

const VIDEO_RULE: FileRule = {
  mimeTypes: ['video/mp4'],
  image: { pixelsMax: VIDEO_PIXELS_MAX, sideMax: VIDEO_SIDE_MAX },
  sound: { secondsMax: VIDEO_SECONDS_MAX },
};

export const videoArgument = fileArgument(
  'Video',
  'The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.',
);

/** Part of the description of every tool that decodes frames to show them. */
export const COLOURS_TOLD = 'HDR is tone mapped to SDR. ';

/**
 * Part of the description of every tool that encodes. A quote cannot know the run time: a second takes a tenth of the
 * work if little moves.
 */
export const RUN_TIME_TOLD =
  'A step runs for at most 580 seconds; if that is not enough, it fails at no charge with time_limit_exceeded. As a rule this is enough for 1000 megapixel-seconds (8 minutes of 1920 × 1080), for many times more if little moves, and for far less of noise. ';

export const videoUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: VIDEO_RULE });

export const videoUses = ({ source }: WithSource): FileUse[] => [videoUse('/source', source)];

export interface VideoBounds {
  /**
   * Possible upright sizes. The stored size is the coded one and the video may be rotated, so both orientations are
   * listed.
   */
  readonly sizes: readonly SizeBounds[];
  readonly pixelsMax: number;
  readonly secondsMax: number;
}

/** Bounds of a video that satisfies its rule. The worker refuses a larger one, and it is never billed. */
export function videoBounds(ref: InputRef, boundsOf: BoundsOf): VideoBounds {
  const { sizes, durationSecondsMax } = boundsOf(ref);
  invariant(sizes !== undefined && durationSecondsMax !== undefined, 'a planned video has its size and duration');
  return {
    sizes: sizes.flatMap((each) => [each, turned(each)]),
    pixelsMax: Math.min(pixelsMaxOf(sizes), VIDEO_PIXELS_MAX),
    secondsMax: durationSecondsMax,
  };
}

const turned = ({ least, most }: SizeBounds): SizeBounds => ({ least: exchanged(least), most: exchanged(most) });
const exchanged = ({ width, height }: Size): Size => ({ width: height, height: width });

/** Units of one source and its result, by the larger of both; for plan and worker alike. */
export const videoUnits = (pixels: { readonly source: number; readonly result: number }, seconds: number): number =>
  startedMegapixelSeconds(Math.max(pixels.source, pixels.result), seconds);

interface Encoded {
  /** The most pixels of the source. */
  readonly pixelsMax: number;
  readonly secondsMax: number;
  /** The possible sizes of the result. */
  readonly sizes: readonly SizeBounds[];
  /** Seconds of the result; by default as many as the source. */
  readonly lengthMax?: number;
}

/**
 * The most units that a step can measure, and the bounds of its output. The step makes an MP4 of one source, no longer
 * than the source.
 */
export function encodedPlan({ pixelsMax, secondsMax, sizes, lengthMax = secondsMax }: Encoded): {
  unitsMax: number;
  output: FileBounds;
} {
  const pixels = { source: pixelsMax, result: Math.min(pixelsMaxOf(sizes), VIDEO_PIXELS_MAX) };
  return {
    unitsMax: videoUnits(pixels, secondsMax),
    output: { mimeTypes: ['video/mp4'], sizes, durationSecondsMax: lengthMax + PADDING_SECONDS },
  };
}
