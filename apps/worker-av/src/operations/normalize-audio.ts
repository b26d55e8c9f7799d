/**
 * `normalize-audio`: measures the audio, then applies one gain if the peaks allow it. Otherwise it adds a limiter and
 * measures the result again.
 */
import { startedSeconds } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import type { Filter } from '../ffmpeg/filters.ts';
import { METER } from '../ffmpeg/heard.ts';
import { heardIn, levelled, type Target } from '../ffmpeg/loudness.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

/** The allowed deviation of the result. */
const TOLERANCE_LU = 0.5;

/** It measures up to five times before it encodes, so its tool has half as much time again as others. */
const RUNS = 1.5;

export function normalizeAudio(studio: Studio): Implementation<'normalize-audio'> {
  return (context) => {
    const { loudnessLufs, truePeakDb, whenUnmet, ...encoding } = context.parameters;
    const target: Target = { lufs: loudnessLufs, peakDb: truePeakDb };
    mustWrite(studio, encoding.format, 'normalize-audio');
    return inSession(
      { ...studio, msMax: studio.msMax * RUNS },
      context,
      async ({ sources: { source }, hear, make }) => {
        const { seconds } = source;
        const listen = async (filters: readonly Filter[], share: { from: number; to: number }) => {
          const look = {
            input: source,
            graph: [soundIn(source, { filters: [...filters, METER], to: 'out' })],
            pad: 'out',
            seconds,
          };
          return heardIn(await hear(look, undefined, share));
        };
        const before = await listen([], { from: 0, to: 0.4 });
        if (before === null) throw new OperationFailure('source_is_silent');
        const { filters, after } = await levelled(before, target, (tried) => listen(tried, { from: 0.4, to: 0.6 }));
        if (whenUnmet === 'fail' && Math.abs(after.lufs - target.lufs) > TOLERANCE_LU)
          throw new OperationFailure('target_not_met');
        const outputs = [soundOutput(encoding, { pad: 'out', secondsMax: seconds, sources: [source] })];
        const job = { inputs: [source], graph: [soundIn(source, { filters, to: 'out' })], outputs, seconds };
        const artifacts = await make(job, { from: 0.6, to: 1 });
        return { artifacts, result: { before: told(before), after: told(after) }, units: startedSeconds(seconds) };
      },
    );
  };
}

const told = ({ lufs, peakDb }: Target) => ({ loudnessLufs: tenths(lufs), truePeakDb: tenths(peakDb) });
const tenths = (value: number): number => Math.round(value * 10) / 10;
