/** `clip-video`: a part of a video. */
import { encodedSize, videoUnits } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { scaled } from '../video/encode.ts';
import { cutOut } from '../video/part.ts';
import { picturesOf } from '../video/source.ts';

export function clipVideo(studio: Studio): Implementation<'clip-video'> {
  return (context) => {
    const { startSeconds: start, endSeconds = Infinity, quality } = context.parameters;
    mustWrite(studio, 'h264', 'clip-video');
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const end = Math.min(endSeconds, source.seconds);
      // The quote checked this for a file, but the artifact of an earlier step may be shorter than its bound.
      if (end <= start) throw new OperationFailure('source_too_short');
      const pictures = picturesOf(source);
      const size = encodedSize(pictures);
      const { graph, sound } = cutOut(pictures, { start, end }, [scaled(size)]);
      const tracks = { pictures: 'pictures', sound, size, secondsMax: end - start };
      const artifacts = await make({
        inputs: [source],
        graph,
        outputs: [videoOutput({ encoding: 'h264-fast', quality }, tracks)],
        seconds: end - start,
      });
      const units = videoUnits({ source: pictures.pixels, result: size.width * size.height }, source.seconds);
      return { artifacts, units };
    });
  };
}
