/**
 * A part of a video between two times, with exactly that duration: frames at a constant rate, so that there is one at
 * each moment of the source, and audio that starts with the frames. If one of them ends early, its last frame or
 * silence follows.
 */
import { RESULT_PICTURES_PER_SECOND_MAX } from '@farebox/catalog';
import { part } from '../ffmpeg/edits.ts';
import { type Chain, type Filter, filter, picturesIn, soundOf } from '../ffmpeg/filters.ts';
import { IN_PLACE } from '../ffmpeg/placed.ts';
import { gapsOf, type Timeline } from '../ffmpeg/timeline.ts';
import type { Pictures } from './source.ts';

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
  filters: [IN_PLACE, filter('apad'), ...part(start, end), ...last],
  to: [to],
});

const STEADY_LEAST = 10;
/** A rate at which pictures arrive so evenly is the rate of all of them. */
const EVEN_SHARE = 0.5;

/**
 * The source's own rate, or that of its fastest part, so that no picture is lost; or a multiple of it if its frames are
 * so distant that a short part might have none.
 */
export function steadyRate({ perSecond: average }: Pictures, { starts }: Timeline): number {
  const { shortest } = gapsOf(starts);
  const perSecond = shortest < (1 / average) * (1 - EVEN_SHARE) ? 1 / shortest : average;
  const rate = perSecond * Math.max(1, Math.ceil(STEADY_LEAST / perSecond));
  return Math.min(RESULT_PICTURES_PER_SECOND_MAX, rate);
}
