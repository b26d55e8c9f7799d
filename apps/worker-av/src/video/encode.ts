/** Filters before every encoder. */
import { type Filter, filter } from '../ffmpeg/filters.ts';

export type Filters = readonly [Filter, ...Filter[]];

/** The size of a stream may change during playback; the encoder always gets one size. */
export const scaled = ({ width, height }: { width: number; height: number }): Filter =>
  filter('scale', { width, height });
