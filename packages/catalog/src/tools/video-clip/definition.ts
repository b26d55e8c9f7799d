/** video-clip: a part of a video. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { videoQualityArgument } from '../../video/schema.ts';
import { encodedBounds } from '../../video/size.ts';
import {
  COLOURS_TOLD,
  encodedPlan,
  RUN_TIME_TOLD,
  VIDEO_SECONDS_MAX,
  videoArgument,
  videoBounds,
  videoUses,
} from '../../video/source.ts';

const clipSchema = Type.Object(
  {
    source: videoArgument,
    startSeconds: Type.Optional(
      Type.Number({
        title: 'Start',
        minimum: 0,
        maximum: VIDEO_SECONDS_MAX,
        default: 0,
        description: 'Start of the result, in seconds of the source; it must be before the end of the source.',
      }),
    ),
    endSeconds: Type.Optional(
      Type.Number({
        title: 'End',
        minimum: 0.001,
        maximum: VIDEO_SECONDS_MAX,
        description:
          'End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.',
      }),
    ),
    quality: Type.Optional(videoQualityArgument),
  },
  closedInput,
);

type ClipArguments = Chainable<Defaulted<Static<typeof clipSchema>, 'startSeconds' | 'quality'>>;

export const videoClip = defineTool<ClipArguments>({
  name: 'video-clip',
  title: 'Clip a video',
  description:
    'Makes one MP4 artifact (H.264, AAC) from the part of the video between two times (seconds), cut at exact frames. It is encoded again, upright, in the size of the source (rounded down to even ' +
    'numbers of pixels), with the frames of that part at their own times, at most 60 per second. If video or audio ends before the part does, the last frame or silence follows. All metadata is removed. ' +
    COLOURS_TOLD +
    RUN_TIME_TOLD +
    'Charged by started megapixel-seconds of the whole source, because it is read up to the part.',
  category: 'video',
  inputSchema: clipSchema,
  example: { source: EXAMPLE_VIDEO, startSeconds: 1, endSeconds: 3.5 },
  models: [],
  maxRuntimeSeconds: 600,
  encodes: () => 'h264',
  modelOf: () => null,
  fileUses: videoUses,
  plan: planClip,
});

function planClip(input: ClipArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const { sizes, pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const fields = problemsOf(input, secondsMax);
  if (fields !== null) return { ok: false, message: 'invalid_arguments', fields };
  const { startSeconds, endSeconds = Infinity } = input;
  const lengthMax = Math.min(endSeconds, secondsMax) - startSeconds;
  const { unitsMax, output } = encodedPlan({ pixelsMax, secondsMax, sizes: sizes.map(encodedBounds), lengthMax });
  return oneStep({
    name: 'clip',
    operation: 'clip-video',
    parameters,
    inputs: { source },
    description: 'Video clip',
    unitsMax,
    outputs: [output],
  });
}

function problemsOf({ startSeconds, endSeconds = Infinity }: ClipArguments, secondsMax: number) {
  if (startSeconds >= secondsMax) return { '/startSeconds': `is not before the end of the source, at ${secondsMax}` };
  if (endSeconds <= startSeconds) return { '/endSeconds': 'is not after startSeconds' };
  return null;
}
