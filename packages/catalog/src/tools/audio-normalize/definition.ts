/** audio-normalize: the same sound, as loud as asked for. */
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
    'Makes one sound artifact as loud as asked for by EBU R128 (LUFS): the source is measured, then brought there by one gain; only where peaks would go too high a limiter holds them. ' +
    'The result of the execution tells loudness and true peak before and after. Of a video the first track of sound is taken. All metadata, chapters and pictures are removed. ' +
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
    description: 'Loudness of a sound',
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(input.format, secondsMax)],
  });
}
