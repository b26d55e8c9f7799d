/** Filters before every encoder: they limit the frame rate to the requested one. */
import { RESULT_PICTURES_PER_SECOND_MAX } from '@farebox/catalog';
import { type Filter, filter } from '../ffmpeg/filters.ts';
import type { Pictures } from './source.ts';

export type Filters = readonly [Filter, ...Filter[]];

/** A source with a lower frame rate keeps its own timing. */
export const slowed = (
  filters: Filters,
  { perSecond }: Pictures,
  perSecondMax: number = RESULT_PICTURES_PER_SECOND_MAX,
): Filters => (perSecond > perSecondMax ? [filter('fps', { fps: perSecondMax }), ...filters] : filters);

/** The size of a stream may change during playback; the encoder always gets one size. */
export const scaled = ({ width, height }: { width: number; height: number }): Filter =>
  filter('scale', { width, height });
