/** `analyze-audio`: the duration, loudness and silences of audio. Makes no artifact. */
import { startedSeconds } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { createSilences, inMillis, loudnessIn, METER, tellingSilences } from '../ffmpeg/heard.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { inSession } from '../session.ts';
import type { Studio } from '../studio.ts';

const TOLD_MAX = 1000;

export function analyzeAudio(studio: Studio): Implementation<'analyze-audio'> {
  return (context) =>
    inSession(studio, context, async ({ sources: { source }, hear }) => {
      const { seconds } = source;
      const silences = createSilences();
      const filters = [...tellingSilences(context.parameters), METER];
      const graph = [soundIn(source, { filters, to: 'heard' })];
      const log = await hear({ input: source, graph, pad: 'heard', seconds }, silences.read);
      const loudness = loudnessIn(log);
      // The track has no sample at all.
      if (loudness === null) throw new OperationFailure('source_not_readable');
      const all = silences.until(seconds);
      const result = {
        durationSeconds: inMillis(seconds),
        ...loudness,
        silences: all.slice(0, TOLD_MAX).map((each) => ({ ...each })),
        silenceCount: all.length,
        silentSeconds: inMillis(all.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0)),
      };
      return { artifacts: [], result, units: startedSeconds(seconds) };
    });
}
