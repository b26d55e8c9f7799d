/**
 * A part of a video between two times, with exactly that duration: frames at a constant rate, so that there is one at
 * each moment of the source, and audio that starts with the frames. If one of them ends early, its last frame or
 * silence follows.
 */
import { RESULT_PICTURES_PER_SECOND_MAX } from '@farebox/catalog';
import { part } from '../ffmpeg/edits.ts';
import { type Chain, type Filter, filter, picturesIn, soundOf } from '../ffmpeg/filters.ts';
import type { VideoTracks } from '../ffmpeg/video.ts';
import type { Filters } from './encode.ts';
import type { Pictures } from './source.ts';

interface Part {
  readonly graph: readonly Chain[];
  readonly sound: VideoTracks['sound'];
}

/** @param last filters that the frames pass through at the end. */
export function cutOut(pictures: Pictures, { start, end }: { start: number; end: number }, last: Filters): Part {
  const shown = shownFor(0, steadyRate(pictures), { start, end, last, to: 'pictures' });
  if (!pictures.hasSound) return { graph: [shown], sound: 'none' };
  return { graph: [shown, heardFor(0, { start, end, to: 'sound' })], sound: { pad: 'sound' } };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  /** Filters at the end. */
  readonly last?: readonly Filter[];
  /** The pad of the result. */
  readonly to: string;
}

/** The frames of an input between two times; the last frame after the end of the frames. */
export const shownFor = (input: number, rate: number, { start, end, last = [], to }: Cut): Chain => ({
  from: [picturesIn(input)],
  filters: [
    filter('fps', { fps: rate, start_time: 0 }),
    filter('tpad', { stop_mode: 'clone', stop: -1 }),
    filter('trim', { start, end }),
    filter('setpts', { expr: 'PTS-STARTPTS' }),
    ...last,
  ],
  to: [to],
});

/** The audio of an input between two times; silence where there is none. */
export const heardFor = (input: number, { start, end, last = [], to }: Cut): Chain => ({
  from: [soundOf(input)],
  filters: [filter('aresample', { async: 1, first_pts: 0 }), filter('apad'), ...part(start, end), ...last],
  to: [to],
});

const STEADY_LEAST = 10;

/** The source's own rate, or a multiple of it if its frames are so distant that a short part might have none. */
export function steadyRate({ perSecond }: Pictures): number {
  const rate = perSecond * Math.max(1, Math.ceil(STEADY_LEAST / perSecond));
  return Math.min(RESULT_PICTURES_PER_SECOND_MAX, rate);
}
