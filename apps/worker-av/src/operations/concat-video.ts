/** `concat-video`: videos one after the other, in the size of the first. */
import { encodedSize, type Size, videoUnits } from '@farebox/catalog';
import type { Implementation } from '@farebox/worker';
import { videoOutput } from '../ffmpeg/video.ts';
import { inSession, listOf } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { joinedVideos } from '../video/join.ts';
import { type Pictures, picturesOf } from '../video/source.ts';

export function concatVideo(studio: Studio): Implementation<'concat-video'> {
  return (context) => {
    const { quality } = context.parameters;
    mustWrite(studio, 'h264', 'concat-video');
    return inSession(studio, context, async ({ sources, make }) => {
      const inputs = listOf(sources, 'sources');
      const films = inputs.map((source) => ({ ...picturesOf(source), whole: source.seconds }));
      const size = encodedSize(films[0] as Pictures);
      const { graph, sound, seconds } = joinedVideos(films, size);
      const tracks = { pictures: 'pictures', sound, size, secondsMax: seconds };
      const artifacts = await make({
        inputs,
        graph,
        outputs: [videoOutput({ encoding: 'h264-fast', quality }, tracks)],
        seconds,
      });
      return { artifacts, units: films.reduce((sum, film) => sum + unitsOf(film, size), 0) };
    });
  };
}

const unitsOf = ({ pixels, whole }: Pictures & { whole: number }, { width, height }: Size): number =>
  videoUnits({ source: pixels, result: width * height }, whole);
