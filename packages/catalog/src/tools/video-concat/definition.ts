/** video-concat: several videos, one after the other. */
import { type Static, Type } from 'typebox';
import { tooLong } from '../../audio/result.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import type { InputRef } from '../../files/file.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { VIDEO_JOINED_SECONDS_MIN, VIDEOS_MAX, VIDEOS_PIXELS_MAX } from '../../video/limits.ts';
import { videoQualityArgument } from '../../video/schema.ts';
import { encodedBounds } from '../../video/size.ts';
import { COLOURS_TOLD, encodedPlan, RUN_TIME_TOLD, videoArgument, videoBounds, videoUse } from '../../video/source.ts';

const concatSchema = Type.Object(
  {
    sources: Type.Array(videoArgument, {
      title: 'Sources',
      minItems: 2,
      maxItems: VIDEOS_MAX,
      description: 'Shown one after the other, in this order. A file may occur several times.',
    }),
    quality: Type.Optional(videoQualityArgument),
  },
  closedInput,
);

type ConcatArguments = Omit<Defaulted<Static<typeof concatSchema>, 'quality'>, 'sources'> & {
  readonly sources: readonly InputRef[];
};

export const videoConcat = defineTool<ConcatArguments>({
  name: 'video-concat',
  title: 'Join videos',
  description:
    `Makes one MP4 artifact (H.264, AAC) from 2 to ${VIDEOS_MAX} videos, one after the other. They may differ in size, frame rate and audio. The result has the size of the first (upright, rounded down to even numbers of ` +
    'pixels), into which the others are fitted whole, on black; the frame rate of the fastest part of all, at most 60 frames per second; and stereo audio of 48000 Hz, silent while a video has none. Each video lasts for a whole number of frames, ' +
    `at least two. The result lasts at most one hour, and the frame sizes of all sources add up to at most ${VIDEOS_PIXELS_MAX} pixels (8 of 1920 × 1080, 2 of 4096 × 2176). ` +
    'All metadata is removed. ' +
    COLOURS_TOLD +
    RUN_TIME_TOLD +
    'Charged by started megapixel-seconds of each source, at its own size or that of the result, whichever is larger.',
  category: 'video',
  inputSchema: concatSchema,
  example: { sources: [EXAMPLE_VIDEO, EXAMPLE_VIDEO] },
  models: [],
  maxRuntimeSeconds: 600,
  encodes: () => 'h264',
  modelOf: () => null,
  fileUses: ({ sources }) => sources.map((ref, n) => videoUse(`/sources/${n}`, ref)),
  plan: planConcat,
});

function planConcat({ sources, ...parameters }: ConcatArguments, boundsOf: BoundsOf): Planned {
  const each = sources.map((ref) => videoBounds(ref, boundsOf));
  const lengthMax = each.reduce((sum, { secondsMax }) => sum + Math.max(secondsMax, VIDEO_JOINED_SECONDS_MIN), 0);
  const problem = tooLarge(each.reduce((sum, { pixelsMax }) => sum + pixelsMax, 0)) ?? tooLong(lengthMax);
  if (problem !== null) return { ok: false, message: 'invalid_arguments', fields: { '/sources': problem } };
  const sizes = (each[0] as (typeof each)[number]).sizes.map(encodedBounds);
  const plans = each.map((bounds) => encodedPlan({ ...bounds, sizes, lengthMax }));
  return oneStep({
    name: 'concat',
    operation: 'concat-video',
    parameters,
    inputs: Object.fromEntries(sources.map((ref, n) => [`sources/${n}` as const, ref])),
    description: `${sources.length} videos joined`,
    unitsMax: plans.reduce((sum, { unitsMax }) => sum + unitsMax, 0),
    outputs: [(plans[0] as (typeof plans)[number]).output],
  });
}

const tooLarge = (pixels: number): string | null =>
  pixels > VIDEOS_PIXELS_MAX ? `have up to ${pixels} pixels in total; the limit is ${VIDEOS_PIXELS_MAX} pixels` : null;
