/** `replace-audio`: other audio for a video, whose frames do not change. */
import { videoUnits } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { copiedVideoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { heardFor } from '../video/part.ts';
import { picturesOf } from '../video/source.ts';

export function replaceAudio(studio: Studio): Implementation<'replace-audio'> {
  return (context) => {
    mustWrite(studio, 'aac', 'replace-audio');
    return inSession(studio, context, async ({ sources: { source, sound }, make, times }) => {
      const { seconds } = source;
      const { pixels } = picturesOf(source);
      const end = Math.min(seconds, (await times(source)).endSeconds);
      const artifacts = await make({
        inputs: [source, sound],
        graph: [heardFor(1, { start: 0, end, to: 'sound' })],
        outputs: [copiedVideoOutput({ sound: 'sound', secondsMax: seconds })],
        seconds,
      });
      return { artifacts, units: videoUnits({ source: pixels, result: pixels }, seconds) };
    });
  };
}
