/** `concat-video`: videos one after the other, in the size of the first. */
import { encodedSize, type Size, videoUnits } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession, listOf } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { type Film, joinedVideos } from '../video/join.ts';
import { steadyRate } from '../video/part.ts';
import { asShown, type Pictures, picturesOf } from '../video/source.ts';

export function concatVideo(studio: Studio): Implementation<'concat-video'> {
  return (context) => {
    const { quality } = context.parameters;
    mustWrite(studio, 'h264', 'concat-video');
    return inSession(studio, context, async ({ sources, make, seen, times }) => {
      const inputs = listOf(sources, 'sources');
      const films: Paid[] = [];
      for (const source of inputs) {
        const measured = picturesOf(source);
        const timeline = await times(source);
        const pictures = asShown(measured, timeline);
        films.push({
          ...pictures,
          paid: source.seconds,
          whole: Math.min(source.seconds, timeline.endSeconds),
          colours: await seen(source),
          steady: steadyRate(pictures, timeline),
        });
      }
      const size = encodedSize(films[0] as Pictures);
      const { graph, tracks, seconds } = joinedVideos(films, size);
      const artifacts = await make({
        inputs,
        graph,
        outputs: [videoOutput({ encoding: 'h264-fast', quality }, { ...tracks, size, secondsMax: seconds })],
        seconds,
      });
      return { artifacts, units: films.reduce((sum, film) => sum + unitsOf(film, size), 0) };
    });
  };
}

interface Paid extends Film {
  /** The measured duration, with what an edit list leaves out. */
  readonly paid: number;
}

const unitsOf = ({ pixels, paid }: Paid, { width, height }: Size): number =>
  videoUnits({ source: pixels, result: width * height }, paid);
