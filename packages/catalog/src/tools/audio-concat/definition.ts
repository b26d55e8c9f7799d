/** audio-concat: several audio files, one after the other. */
import { formatOf, meetingRate, resultBounds, tooLong } from '../../audio/result.ts';
import { soundUse, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_MUSIC, EXAMPLE_SPEECH } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type ConcatAudioArguments, concatAudioSchema } from './schema.ts';

export const audioConcat = defineTool<ConcatAudioArguments>({
  name: 'audio-concat',
  title: 'Join audio files',
  description:
    'Makes one audio artifact from 2 to 20 audio files, one after the other, with silence or a crossfade between them. They may differ in format, sample rate and channels. ' +
    'For a video, the first audio track is used. The result lasts at most one hour. All metadata is removed. Charged by started seconds of all sources and gaps together.',
  category: 'audio',
  inputSchema: concatAudioSchema,
  example: { sources: [EXAMPLE_MUSIC, EXAMPLE_SPEECH, EXAMPLE_MUSIC], crossfadeSeconds: 1, format: 'mp3' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: formatOf,
  fileUses: ({ sources }) => sources.map((ref, n) => soundUse(`/sources/${n}`, ref)),
  plan: planConcat,
});

function planConcat(input: ConcatAudioArguments, boundsOf: BoundsOf): Planned {
  const { sources, ...parameters } = input;
  const { gapSeconds, crossfadeSeconds } = input;
  if (gapSeconds > 0 && crossfadeSeconds > 0) {
    return {
      ok: false,
      message: 'invalid_arguments',
      fields: { '/gapSeconds': 'cannot be combined with crossfadeSeconds' },
    };
  }
  const secondsMax =
    sources.reduce((sum, source) => sum + sourceSecondsMax({ source }, boundsOf), 0) +
    gapSeconds * (sources.length - 1);
  const problem = tooLong(secondsMax);
  if (problem !== null) return { ok: false, message: 'invalid_arguments', fields: { '/sources': problem } };
  return oneStep({
    name: 'concat',
    operation: 'concat-audio',
    parameters: { ...parameters, sampleRateHz: meetingRate(input) },
    inputs: Object.fromEntries(sources.map((ref, n) => [`sources/${n}` as const, ref])),
    description: `${sources.length} audio files joined`,
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(input.format, secondsMax)],
  });
}
