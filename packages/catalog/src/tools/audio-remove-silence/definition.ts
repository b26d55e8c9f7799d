/** audio-remove-silence: an audio file without its pauses. */
import { formatOf, resultBounds } from '../../audio/result.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_SPEECH } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type RemoveSilenceArguments, removeSilenceSchema } from './schema.ts';

export const audioRemoveSilence = defineTool<RemoveSilenceArguments>({
  name: 'audio-remove-silence',
  title: 'Remove silence',
  description:
    'Makes one audio artifact from the source without its silences, at the beginning, within and at the end. A silence is a part that stays below a level in all channels for long enough, as audio-analyze lists it. ' +
    'If there are more than 1000 silences, the longest 1000 are shortened. Fields of output.result: silenceCount, removedCount, removedSeconds. A source that is silent throughout fails. ' +
    'For a video, the first audio track is used. All metadata, chapters and pictures are removed. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: removeSilenceSchema,
  example: { source: EXAMPLE_SPEECH, silenceDb: -45, silenceSeconds: 0.3, format: 'mp3' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: formatOf,
  fileUses: soundUses,
  plan: planRemoval,
});

function planRemoval(input: RemoveSilenceArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const secondsMax = sourceSecondsMax(input, boundsOf);
  return oneStep({
    name: 'remove-silence',
    operation: 'remove-silence',
    parameters,
    inputs: { source },
    description: 'Silence removal',
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(input.format, secondsMax)],
  });
}
