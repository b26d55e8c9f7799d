/** audio-trim: a part of an audio file. */
import { formatOf, resultBounds } from '../../audio/result.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_MUSIC } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type TrimAudioArguments, trimAudioSchema } from './schema.ts';

export const audioTrim = defineTool<TrimAudioArguments>({
  name: 'audio-trim',
  title: 'Trim audio',
  description:
    'Makes one audio artifact from a part of the source, cut at exact samples, with an optional fade at either end. For a video, the first audio track is used. ' +
    'All metadata, chapters and pictures are removed. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: trimAudioSchema,
  example: { source: EXAMPLE_MUSIC, startSeconds: 1.5, endSeconds: 5, fadeOutSeconds: 0.5, format: 'mp3' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: formatOf,
  fileUses: soundUses,
  plan: planTrim,
});

function planTrim(input: TrimAudioArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const secondsMax = sourceSecondsMax(input, boundsOf);
  const fields = problemsOf(input, secondsMax);
  if (fields !== null) return { ok: false, message: 'invalid_arguments', fields };
  return oneStep({
    name: 'trim',
    operation: 'trim-audio',
    parameters,
    inputs: { source },
    description: 'Audio trim',
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(input.format, lengthOf(input, secondsMax))],
  });
}

const lengthOf = ({ startSeconds, endSeconds = Infinity }: TrimAudioArguments, seconds: number): number =>
  Math.min(endSeconds, seconds) - startSeconds;

function problemsOf(input: TrimAudioArguments, secondsMax: number) {
  const { startSeconds, endSeconds = Infinity, fadeInSeconds, fadeOutSeconds } = input;
  if (startSeconds >= secondsMax) return { '/startSeconds': `is not before the end of the source, at ${secondsMax}` };
  if (endSeconds <= startSeconds) return { '/endSeconds': 'is not after startSeconds' };
  const length = lengthOf(input, secondsMax);
  if (fadeInSeconds + fadeOutSeconds <= length) return null;
  const longer = fadeInSeconds > fadeOutSeconds ? '/fadeInSeconds' : '/fadeOutSeconds';
  return { [longer]: `makes the fades longer than the result, which lasts ${length} seconds` };
}
