/** `mix-audio`: tracks that play at the same time, each with its gain and its start. */
import { type ParametersOf, startedSeconds } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { type Chain, type Filter, filter } from '../ffmpeg/filters.ts';
import { brought, joined, type Meeting, silence, track } from '../ffmpeg/meeting.ts';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession, listOf, type MeasuredSource } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

type Parameters = ParametersOf<'mix-audio'>;
type Track = Parameters['tracks'][number];

export function mixAudio(studio: Studio): Implementation<'mix-audio'> {
  return (context) => {
    const { tracks, length, limit, sampleRateHz, channels, ...encoding } = context.parameters;
    mustWrite(studio, encoding.format, 'mix-audio');
    return inSession(studio, context, async ({ sources, make }) => {
      const inputs = listOf(sources, 'tracks');
      const ends = inputs.map(({ seconds }, n) => seconds + (tracks[n] as Track).offsetSeconds);
      const seconds = length === 'first' ? (ends[0] as number) : Math.max(...ends);
      const artifacts = await make({
        inputs,
        graph: graphOf(tracks, { inputs, length, limit, meeting: { sampleRateHz, channels } }),
        outputs: [soundOutput(encoding, { pad: 'out', secondsMax: seconds, sources: inputs })],
        seconds,
      });
      const together = inputs.reduce((sum, each) => sum + each.seconds, 0);
      return { artifacts, units: startedSeconds(Math.max(together, seconds)) };
    });
  };
}

interface Mixing extends Pick<Parameters, 'length' | 'limit'> {
  readonly inputs: readonly MeasuredSource[];
  readonly meeting: Meeting;
}

function graphOf(tracks: readonly Track[], { inputs, length, limit, meeting }: Mixing): readonly Chain[] {
  const chains = inputs.map((source, n) => trackChains(tracks[n] as Track, { source, n, meeting }));
  const mix = filter('amix', { inputs: tracks.length, duration: length, dropout_transition: 0, normalize: 0 });
  const filters = [mix, ...(limit ? [LIMITER] : []), brought(meeting)] as const;
  return [...chains.flat(), { from: tracks.map((_, n) => `t${n}`), filters, to: ['out'] }];
}

interface Placing {
  readonly source: MeasuredSource;
  readonly n: number;
  readonly meeting: Meeting;
}

function trackChains({ gainDb, offsetSeconds }: Track, { source, n, meeting }: Placing): readonly Chain[] {
  const filters = [filter('volume', { volume: 10 ** (gainDb / 20), precision: 'float' })];
  if (offsetSeconds === 0) return [track(meeting, { source, input: n, filters, to: `t${n}` })];
  return [
    track(meeting, { source, input: n, filters, to: `s${n}` }),
    silence(offsetSeconds, meeting, `z${n}`),
    joined([`z${n}`, `s${n}`], `t${n}`),
  ];
}

/** Without automatic level, and without delay. */
const LIMITER: Filter = filter('alimiter', { limit: 0.98, level: 0, latency: 1 });
