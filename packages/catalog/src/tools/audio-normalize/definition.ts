/** audio-normalize: the same audio at the requested loudness. */
import { formatOf, resultBounds } from '../../audio/result.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_SPEECH } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type NormalizeAudioArguments, normalizeAudioSchema } from './schema.ts';

export const audioNormalize = defineTool<NormalizeAudioArguments>({
  name: 'audio-normalize',
  title: 'Normalize loudness',
  description:
    'Makes one audio artifact at the requested loudness (EBU R128, LUFS). The source is measured, then one gain is applied to all of it; a limiter acts only where peaks would be too high. ' +
    'output.result has the loudness and true peak before and after. For a video, the first audio track is used. All metadata, chapters and pictures are removed. ' +
    'A source that is silent throughout fails. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: normalizeAudioSchema,
  example: { source: EXAMPLE_SPEECH, loudnessLufs: -16, format: 'mp3' },
  models: [],
  maxRuntimeSeconds: 900,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: formatOf,
  fileUses: soundUses,
  plan: planNormalize,
});

function planNormalize(input: NormalizeAudioArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const secondsMax = sourceSecondsMax(input, boundsOf);
  return oneStep({
    name: 'normalize',
    operation: 'normalize-audio',
    parameters,
    inputs: { source },
    description: 'Loudness normalization',
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(input.format, secondsMax)],
  });
}
