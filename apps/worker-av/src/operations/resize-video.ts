/** `resize-video`: the same video in another size. */
import { isTooLargeVideo, resizedVideoSize, videoUnits } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { soundIn } from '../ffmpeg/placed.ts';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { fitted } from '../video/fit.ts';
import { filmOf, shownWhole } from '../video/shown.ts';
import { picturesOf } from '../video/source.ts';

export function resizeVideo(studio: Studio): Implementation<'resize-video'> {
  return (context) => {
    const { quality, ...target } = context.parameters;
    mustWrite(studio, 'h264', 'resize-video');
    return inSession(studio, context, async ({ sources: { source }, make, seen, times }) => {
      const { seconds } = source;
      const pictures = picturesOf(source);
      const size = resizedVideoSize(pictures, target);
      if (isTooLargeVideo(size)) throw new OperationFailure('result_too_large');
      const colours = await seen(source);
      const shown = shownWhole(await times(source), { seconds });
      const heard = pictures.hasSound ? [soundIn(source, { to: 'sound' })] : [];
      const { graph, tracks } = filmOf(shown, { fitted: fitted(pictures, size, { ...target, colours }), heard });
      const artifacts = await make({
        inputs: [source],
        graph,
        outputs: [videoOutput({ encoding: 'h264-fast', quality }, { ...tracks, size, secondsMax: seconds })],
        seconds,
      });
      return { artifacts, units: videoUnits({ source: pictures.pixels, result: size.width * size.height }, seconds) };
    });
  };
}
