/** audio-mix: several tracks that play at the same time. */
import { formatOf, meetingRate, resultBounds, tooLong } from '../../audio/result.ts';
import { soundUse, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_MUSIC, EXAMPLE_SPEECH } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type MixAudioArguments, mixAudioSchema } from './schema.ts';

export const audioMix = defineTool<MixAudioArguments>({
  name: 'audio-mix',
  title: 'Mix audio files',
  description:
    'Makes one audio artifact in which 2 to 20 tracks play at the same time, each with its own gain (decibels) and start (seconds). They may differ in format, sample rate and channels. ' +
    'For a video, the first audio track is used. The result lasts at most one hour. All metadata is removed. Charged by started seconds of all tracks together, or of the result if it is longer.',
  category: 'audio',
  inputSchema: mixAudioSchema,
  example: {
    tracks: [
      { source: EXAMPLE_SPEECH, offsetSeconds: 1 },
      { source: EXAMPLE_MUSIC, gainDb: -12 },
    ],
    format: 'mp3',
  },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  soundFormatOf: formatOf,
  fileUses: ({ tracks }) => tracks.map(({ source }, n) => soundUse(`/tracks/${n}/source`, source)),
  plan: planMix,
});

function planMix(input: MixAudioArguments, boundsOf: BoundsOf): Planned {
  const { tracks } = input;
  const lengths = tracks.map((track) => sourceSecondsMax(track, boundsOf));
  const secondsMax = Math.max(...tracks.map(({ offsetSeconds }, n) => offsetSeconds + (lengths[n] as number)));
  const problem = tooLong(secondsMax);
  if (problem !== null) return { ok: false, message: 'invalid_arguments', fields: { '/tracks': problem } };
  return oneStep({
    name: 'mix',
    operation: 'mix-audio',
    parameters: {
      ...input,
      tracks: tracks.map(({ gainDb, offsetSeconds }) => ({ gainDb, offsetSeconds })),
      sampleRateHz: meetingRate(input),
    },
    inputs: Object.fromEntries(tracks.map(({ source }, n) => [`tracks/${n}` as const, source])),
    description: `Mix of ${tracks.length} tracks`,
    unitsMax: startedSeconds(
      Math.max(
        secondsMax,
        lengths.reduce((sum, each) => sum + each, 0),
      ),
    ),
    outputs: [resultBounds(input.format, secondsMax)],
  });
}
