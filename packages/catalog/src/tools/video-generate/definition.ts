/** video-generate: a short video from a description, made by an external service. */
import { Type, type Static } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import { modelArgument, promptArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';

const videoSchema = Type.Object(
  {
    prompt: promptArgument('What the video shows, in plain words.'),
    seconds: Type.Integer({
      title: 'Seconds',
      minimum: 1,
      maximum: 8,
      description: 'Duration of the video in seconds.',
    }),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type VideoArguments = Defaulted<Static<typeof videoSchema>, 'model'>;

const example = { prompt: 'Waves on a pebble beach', seconds: 4, model: 'standard' } as const;
/** Containers round to whole frames and audio packets. */
const ROUNDING_SECONDS = 1;

export const videoGenerate = defineTool<VideoArguments>({
  name: 'video-generate',
  title: 'Generate a video',
  description:
    'Makes one MP4 artifact of the requested duration (seconds) from a description in words. An external service makes it, which may take many minutes. Charged by the requested seconds.',
  category: 'video',
  inputSchema: videoSchema,
  example,
  models: [{ name: 'standard', description: 'One continuous shot.', example }],
  maxRuntimeSeconds: 1800,
  provider: 'predictions',
  modelOf: ({ model }) => model,
  fileUses: () => [],
  plan: planVideo,
});

function planVideo({ prompt, seconds }: VideoArguments): Planned {
  return oneStep({
    name: 'film',
    operation: 'predict-video',
    parameters: { prompt, seconds },
    inputs: {},
    description: 'Video generation',
    unitsMax: seconds,
    outputs: [{ mimeTypes: ['video/mp4'], durationSecondsMax: seconds + ROUNDING_SECONDS }],
  });
}
