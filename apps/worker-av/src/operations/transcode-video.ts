/** `transcode-video`: the same frames and audio, encoded again. */
import { encodedSize, VIDEO_ENCODINGS, videoUnits } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { sharedTags } from '../colour/colours.ts';
import { inVideo } from '../colour/convert.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { scaled } from '../video/encode.ts';
import { filmOf, shownWhole } from '../video/shown.ts';
import { picturesOf } from '../video/source.ts';

export function transcodeVideo(studio: Studio): Implementation<'transcode-video'> {
  return (context) => {
    const { encoding, quality, picturesPerSecondMax: perSecondMax, sound } = context.parameters;
    mustWrite(studio, VIDEO_ENCODINGS[encoding], 'transcode-video');
    return inSession(studio, context, async ({ sources: { source }, make, seen, times }) => {
      const { seconds } = source;
      const pictures = picturesOf(source);
      const size = encodedSize(pictures);
      const colours = await seen(source);
      const shown = shownWhole(await times(source), { seconds, perSecondMax });
      const heard = sound && pictures.hasSound ? [soundIn(source, { to: 'sound' })] : [];
      const { graph, tracks } = filmOf(shown, {
        fitted: [scaled(size), ...inVideo(colours, sharedTags([colours]))],
        heard,
      });
      const artifacts = await make({
        inputs: [source],
        graph,
        outputs: [videoOutput({ encoding, quality }, { ...tracks, size, secondsMax: seconds })],
        seconds,
      });
      const units = videoUnits({ source: pictures.pixels, result: size.width * size.height }, seconds);
      return { artifacts, units };
    });
  };
}
