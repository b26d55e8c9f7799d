/** `resize-video`: the same video in another size. */
import { isTooLargeVideo, resizedVideoSize, videoUnits } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { picturesIn } from '../ffmpeg/filters.ts';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { slowed } from '../video/encode.ts';
import { fitted } from '../video/fit.ts';
import { picturesOf } from '../video/source.ts';

export function resizeVideo(studio: Studio): Implementation<'resize-video'> {
  return (context) => {
    const { quality, ...target } = context.parameters;
    mustWrite(studio, 'h264', 'resize-video');
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const { seconds } = source;
      const pictures = picturesOf(source);
      const size = resizedVideoSize(pictures, target);
      if (isTooLargeVideo(size)) throw new OperationFailure('result_too_large');
      const filters = slowed(fitted(pictures, size, target), pictures);
      const artifacts = await make({
        inputs: [source],
        graph: [{ from: [picturesIn(0)], filters, to: ['out'] }],
        outputs: [
          videoOutput(
            { encoding: 'h264-fast', quality },
            { pictures: 'out', sound: 'source', size, secondsMax: seconds },
          ),
        ],
        seconds,
      });
      return { artifacts, units: videoUnits({ source: pictures.pixels, result: size.width * size.height }, seconds) };
    });
  };
}
