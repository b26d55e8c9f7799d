/** video-replace-audio: the frames of a video with other audio. */
import { type Static, Type } from 'typebox';
import { soundArgument, soundUse } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import type { InputRef, Chainable } from '../../files/file.ts';
import { EXAMPLE_MUSIC, EXAMPLE_VIDEO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { encodedPlan, videoArgument, videoBounds, videoUse } from '../../video/source.ts';

const replaceSchema = Type.Object({ source: videoArgument, sound: soundArgument }, closedInput);

type ReplaceArguments = Omit<Chainable<Static<typeof replaceSchema>>, 'sound'> & { readonly sound: InputRef };

export const videoReplaceAudio = defineTool<ReplaceArguments>({
  name: 'video-replace-audio',
  title: 'Replace the audio of a video',
  description:
    'Makes one MP4 artifact with the unchanged video stream and the given audio as AAC of 160 kbit/s; both start at the beginning. The result lasts as long as the video: ' +
    'longer audio is cut, and silence follows shorter audio. All metadata of the file, chapters, subtitles and further tracks are removed. Charged by started megapixel-seconds of the video.',
  category: 'video',
  inputSchema: replaceSchema,
  example: { source: EXAMPLE_VIDEO, sound: EXAMPLE_MUSIC },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: () => 'aac',
  fileUses: ({ source, sound }) => [videoUse('/source', source), soundUse('/sound', sound)],
  plan: planReplace,
});

function planReplace({ source, sound }: ReplaceArguments, boundsOf: BoundsOf): Planned {
  const { sizes, pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const { unitsMax, output } = encodedPlan({ pixelsMax, secondsMax, sizes });
  return oneStep({
    name: 'replace-audio',
    operation: 'replace-audio',
    parameters: {},
    inputs: { source, sound },
    description: 'Audio replacement',
    unitsMax,
    outputs: [output],
  });
}
