/** What the video tools take as a source, and how large what they make of it can be. The worker measures both again on the real bytes. */
import { invariant } from '@farebox/kernel';
import { SOUND_PADDING_SECONDS, SOUND_SECONDS_MAX } from '../audio/source.ts';
import { type BoundsOf, type FileBounds, type SizeBounds, pixelsMaxOf } from '../files/bounds.ts';
import { type FileRule, type FileUse, type InputRef, fileArgument, type WithSource } from '../files/file.ts';
import { type Size, startedMegapixelSeconds } from '../units.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './limits.ts';

export const VIDEO_SECONDS_MAX = SOUND_SECONDS_MAX;
/** What a result may last beyond what it is made of: silence that its sound is encoded with, or the last picture. */
const PADDING_SECONDS = SOUND_PADDING_SECONDS;
/** On average over a source: the work on a second is bounded by it, as its price is. */
export const VIDEO_PICTURES_PER_SECOND_MAX = 120;

const VIDEO_RULE: FileRule = {
  mimeTypes: ['video/mp4'],
  image: { pixelsMax: VIDEO_PIXELS_MAX, sideMax: VIDEO_SIDE_MAX },
  sound: { secondsMax: VIDEO_SECONDS_MAX },
};

export const videoArgument = fileArgument(
  'Video',
  'The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.',
);

/** Said by every tool that encodes: no quote can know it, since the work on a second is ten times less where little moves. */
export const RUN_TIME_TOLD =
  'A step works for at most 580 seconds, and fails at no charge with time_limit_exceeded where that is not enough: as a rule it is for 1000 megapixel-seconds (8 minutes of 1920 × 1080), for many times more where little moves, for far less of noise. ';

export const videoUse = (pointer: string, ref: InputRef): FileUse => ({ pointer, ref, rule: VIDEO_RULE });

export const videoUses = ({ source }: WithSource): FileUse[] => [videoUse('/source', source)];

export interface VideoBounds {
  /** Upright. What is stored says how it is coded, and may be shown turned: so it is one of these, or one of these turned. */
  readonly sizes: readonly SizeBounds[];
  readonly pixelsMax: number;
  readonly secondsMax: number;
}

/** Of a video that has passed its rule. One that is larger is refused by the worker, and never billed. */
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

/** Of one source and its result, whichever has more pixels; for plan and worker alike. */
export const videoUnits = (pixels: { readonly source: number; readonly result: number }, seconds: number): number =>
  startedMegapixelSeconds(Math.max(pixels.source, pixels.result), seconds);

interface Encoded {
  /** Of the source. */
  readonly pixelsMax: number;
  readonly secondsMax: number;
  /** Of the result. */
  readonly sizes: readonly SizeBounds[];
  /** Of the result; as long as the source where it is not told. */
  readonly lengthMax?: number;
}

/** What a step can measure at most that makes an MP4 of one source, as long as that or shorter, and what it makes. */
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
