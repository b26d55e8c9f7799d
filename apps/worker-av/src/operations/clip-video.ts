/** `clip-video`: a part of a video. */
import { encodedSize, videoUnits } from '@farebox/catalog';
import { type Implementation, OperationFailure } from '@farebox/worker';
import { sharedTags } from '../colour/colours.ts';
import { inVideo } from '../colour/convert.ts';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { scaled } from '../video/encode.ts';
import { heardFor } from '../video/part.ts';
import { filmOf, shownPart } from '../video/shown.ts';
import { picturesOf } from '../video/source.ts';

export function clipVideo(studio: Studio): Implementation<'clip-video'> {
  return (context) => {
    const { startSeconds: start, endSeconds = Infinity, quality } = context.parameters;
    mustWrite(studio, 'h264', 'clip-video');
    return inSession(studio, context, async ({ sources: { source }, make, seen, times }) => {
      const pictures = picturesOf(source);
      const timeline = await times(source);
      const end = Math.min(endSeconds, source.seconds, timeline.endSeconds);
      // The quote checked this for a file, but the artifact of an earlier step may be shorter than its bound.
      if (end <= start) throw new OperationFailure('source_too_short');
      const size = encodedSize(pictures);
      const colours = await seen(source);
      const shown = shownPart(timeline, { start, end });
      const heard = pictures.hasSound ? [heardFor(0, { start, end, to: 'sound' })] : [];
      const { graph, tracks } = filmOf(shown, {
        fitted: [scaled(size), ...inVideo(colours, sharedTags([colours]))],
        heard,
      });
      const artifacts = await make({
        inputs: [source],
        graph,
        outputs: [videoOutput({ encoding: 'h264-fast', quality }, { ...tracks, size, secondsMax: end - start })],
        seconds: end - start,
      });
      const units = videoUnits({ source: pictures.pixels, result: size.width * size.height }, source.seconds);
      return { artifacts, units };
    });
  };
}
