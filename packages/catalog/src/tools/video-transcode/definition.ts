/** video-transcode: the same video, encoded again; the model is the encoding. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Defaulted, type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { VIDEO_ENCODINGS, VIDEO_ENCODING_NAMES, type VideoEncoding } from '../../video/encoding.ts';
import { picturesPerSecondArgument, videoQualityArgument } from '../../video/schema.ts';
import { encodedBounds } from '../../video/size.ts';
import { COLOURS_TOLD, encodedPlan, RUN_TIME_TOLD, videoArgument, videoBounds, videoUses } from '../../video/source.ts';

const transcodeSchema = Type.Object(
  {
    source: videoArgument,
    model: Type.Enum([...VIDEO_ENCODING_NAMES], { title: 'Encoding', description: 'Encoding of the result.' }),
    quality: Type.Optional(videoQualityArgument),
    picturesPerSecondMax: Type.Optional(picturesPerSecondArgument),
    sound: Type.Optional(
      Type.Boolean({ title: 'Sound', default: true, description: 'Whether the audio is kept, as AAC of 160 kbit/s.' }),
    ),
  },
  closedInput,
);

type Given = Defaulted<Static<typeof transcodeSchema>, 'quality' | 'picturesPerSecondMax' | 'sound'>;
type TranscodeArguments = Chainable<Given>;

const models = [
  model('h264-fast', 'H.264, encoded quickly: plays everywhere.', {}),
  model('h264-quality', 'H.264, encoded slowly: plays everywhere, and smaller at the same quality.', {
    quality: 'high',
  }),
  model('vp9', 'VP9: smaller than H.264, plays in browsers.', { picturesPerSecondMax: 30 }),
  model('av1', 'AV1: the smallest, plays in recent browsers and on recent devices.', { quality: 'low', sound: false }),
] as const satisfies readonly ToolModel[];

export const videoTranscode = defineTool<TranscodeArguments>({
  name: 'video-transcode',
  title: 'Transcode a video',
  description:
    'Makes one MP4 artifact of the video in the encoding of the chosen model (h264-fast, h264-quality, vp9 or av1), upright, with its first audio track as AAC. ' +
    'It keeps its size, rounded down to even numbers of pixels, and its duration. Each frame keeps its time, also at a variable frame rate; above 60 frames per second, some are left out. All metadata, chapters, subtitles and further tracks are removed. ' +
    COLOURS_TOLD +
    RUN_TIME_TOLD +
    'Charged by started megapixel-seconds of the source.',
  category: 'video',
  inputSchema: transcodeSchema,
  example: models[0].example,
  models,
  maxRuntimeSeconds: 600,
  encodes: (name) => VIDEO_ENCODINGS[name as VideoEncoding],
  modelOf: ({ model: name }) => name,
  fileUses: videoUses,
  plan: planTranscode,
});

function planTranscode(input: TranscodeArguments, boundsOf: BoundsOf): Planned {
  const { source, model: encoding, ...rest } = input;
  const { sizes, pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const { unitsMax, output } = encodedPlan({ pixelsMax, secondsMax, sizes: sizes.map(encodedBounds) });
  return oneStep({
    name: 'transcode',
    operation: 'transcode-video',
    parameters: { encoding, ...rest },
    inputs: { source },
    description: `Video transcoding to ${encoding}`,
    unitsMax,
    outputs: [output],
  });
}

type Options = Partial<Pick<Given, 'quality' | 'picturesPerSecondMax' | 'sound'>>;

function model(name: VideoEncoding, description: string, options: Options) {
  return { name, description, example: { source: EXAMPLE_VIDEO, model: name, ...options } };
}
