/** `transcode-video`: the same frames and audio, encoded again. */
import { encodedSize, VIDEO_ENCODINGS, videoUnits } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { picturesIn } from '../ffmpeg/filters.ts';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { scaled, slowed } from '../video/encode.ts';
import { picturesOf } from '../video/source.ts';

export function transcodeVideo(studio: Studio): Implementation<'transcode-video'> {
  return (context) => {
    const { encoding, quality, picturesPerSecondMax, sound } = context.parameters;
    mustWrite(studio, VIDEO_ENCODINGS[encoding], 'transcode-video');
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const { seconds } = source;
      const pictures = picturesOf(source);
      const size = encodedSize(pictures);
      const filters = slowed([scaled(size)], pictures, picturesPerSecondMax);
      // Below two frames per second, not one, because ffmpeg computes the average rate differently.
      const isSlow = pictures.count < 2 * pictures.seconds;
      const tracks = { pictures: 'out', sound: sound ? 'source' : 'none', size, secondsMax: seconds, isSlow } as const;
      const artifacts = await make({
        inputs: [source],
        graph: [{ from: [picturesIn(0)], filters, to: ['out'] }],
        outputs: [videoOutput({ encoding, quality }, tracks)],
        seconds,
      });
      const units = videoUnits({ source: pictures.pixels, result: size.width * size.height }, seconds);
      return { artifacts, units };
    });
  };
}
