/** `trim-audio`: a part of an audio file. */
import { startedSeconds } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { faded, part } from '../ffmpeg/edits.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

export function trimAudio(studio: Studio): Implementation<'trim-audio'> {
  return (context) => {
    const {
      startSeconds: start,
      endSeconds = Infinity,
      fadeInSeconds,
      fadeOutSeconds,
      ...encoding
    } = context.parameters;
    mustWrite(studio, encoding.format, 'trim-audio');
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const seconds = Math.min(endSeconds, source.seconds) - start;
      // The quote checked this for a file, but the artifact of an earlier step may be shorter than its bound.
      if (seconds <= 0) throw new OperationFailure('source_too_short');
      const fades = faded({ seconds, fadeInSeconds, fadeOutSeconds });
      const filters = [...part(start, start + seconds), ...fades];
      const artifacts = await make({
        inputs: [source],
        graph: [soundIn(source, { filters, to: 'out' })],
        outputs: [soundOutput(encoding, { pad: 'out', secondsMax: seconds, sources: [source] })],
        seconds,
      });
      return { artifacts, units: startedSeconds(source.seconds) };
    });
  };
}
