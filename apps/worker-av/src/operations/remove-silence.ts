/** `remove-silence`: audio without its pauses. One run finds the pauses, a second one removes them. */
import { type ParametersOf, startedSeconds } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { createSilences, inMillis, type Silence, tellingSilences } from '../ffmpeg/heard.ts';
import { cutsOf, lengthOf, without } from '../ffmpeg/pauses.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession, type MeasuredSource, type Session } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

/** The share of the first run in the whole work. */
const HEARD = 0.4;

/** If less audio than this remains, the result would be shorter than a frame. */
const HEARD_SECONDS_MIN = 0.02;

export function removeSilence(studio: Studio): Implementation<'remove-silence'> {
  return (context) => {
    const { silenceDb, silenceSeconds, keepSeconds, ...encoding } = context.parameters;
    mustWrite(studio, encoding.format, 'remove-silence');
    return inSession(studio, context, async ({ sources: { source }, hear, make }) => {
      const { seconds } = source;
      const silences = await silencesOf(source, { silenceDb, silenceSeconds }, hear);
      if (seconds - sumOf(silences) < HEARD_SECONDS_MIN) throw new OperationFailure('source_is_silent');
      const cuts = cutsOf(silences, { seconds, keepSeconds });
      const removed = sumOf(cuts);
      const job = {
        inputs: [source],
        graph: [soundIn(source, { filters: without(cuts, seconds), to: 'out' })],
        outputs: [soundOutput(encoding, { pad: 'out', secondsMax: seconds, sources: [source] })],
        seconds: seconds - removed,
      };
      const artifacts = await make(job, { from: HEARD, to: 1 });
      const counts = { silenceCount: silences.length, removedCount: cuts.length };
      return { artifacts, result: { ...counts, removedSeconds: inMillis(removed) }, units: startedSeconds(seconds) };
    });
  };
}

const sumOf = (spans: readonly Silence[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0);

type Told = Pick<ParametersOf<'remove-silence'>, 'silenceDb' | 'silenceSeconds'>;

async function silencesOf(
  source: MeasuredSource,
  told: Told,
  hear: Session<Record<never, never>>['hear'],
): Promise<readonly Silence[]> {
  const { seconds } = source;
  const silences = createSilences();
  const graph = [soundIn(source, { filters: tellingSilences(told), to: 'heard' })];
  await hear({ input: source, graph, pad: 'heard', seconds }, silences.read, { from: 0, to: HEARD });
  return silences.until(seconds);
}
