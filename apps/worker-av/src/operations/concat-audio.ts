/** `concat-audio`: audio files one after the other, with silence or a crossfade between them. */
import { type ParametersOf, startedSeconds } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { type Chain, filter } from '../ffmpeg/filters.ts';
import { joined, track } from '../ffmpeg/meeting.ts';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession, listOf, type MeasuredSource } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

type Parameters = ParametersOf<'concat-audio'>;

export function concatAudio(studio: Studio): Implementation<'concat-audio'> {
  return (context) => {
    const { gapSeconds, crossfadeSeconds: asked, sampleRateHz, channels, ...encoding } = context.parameters;
    mustWrite(studio, encoding.format, 'concat-audio');
    return inSession(studio, context, async ({ sources, make }) => {
      const inputs = listOf(sources, 'sources');
      const lengths = inputs.map(({ seconds }) => seconds);
      const whole = sum(lengths) + gapSeconds * (inputs.length - 1);
      const crossfadeSeconds = Math.min(asked, Math.min(...lengths) / 2);
      const seconds = whole - crossfadeSeconds * (inputs.length - 1);
      const artifacts = await make({
        inputs,
        graph: graphOf(inputs, { gapSeconds, crossfadeSeconds, sampleRateHz, channels }),
        outputs: [soundOutput(encoding, { pad: 'out', secondsMax: seconds, sources: inputs })],
        seconds,
      });
      return { artifacts, units: startedSeconds(whole) };
    });
  };
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

type Between = Omit<Parameters, 'format' | 'bitrateKbps'>;

function graphOf(
  inputs: readonly MeasuredSource[],
  { gapSeconds, crossfadeSeconds, ...meeting }: Between,
): readonly Chain[] {
  const pads = inputs.map((_, n) => `s${n}`);
  const gap = gapSeconds > 0 ? [filter('apad', { pad_dur: gapSeconds })] : [];
  const tracks = inputs.map((source, input) =>
    track(meeting, { source, input, filters: input < inputs.length - 1 ? gap : [], to: `s${input}` }),
  );
  return [...tracks, ...(crossfadeSeconds > 0 ? crossfaded(pads, crossfadeSeconds) : [joined(pads, 'out')])];
}

/** Crossfades each source with the result of all before it. */
const crossfaded = (pads: readonly string[], duration: number): readonly Chain[] =>
  pads.slice(1).map((pad, n) => ({
    from: [n === 0 ? (pads[0] as string) : `c${n}`, pad],
    filters: [filter('acrossfade', { duration, curve1: 'tri', curve2: 'tri' })],
    to: [n === pads.length - 2 ? 'out' : `c${n + 1}`],
  }));
