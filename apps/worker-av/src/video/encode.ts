/** What stands before every encoder: no more pictures a second than were asked for. */
import { RESULT_PICTURES_PER_SECOND_MAX } from '@farebox/catalog';
import { type Filter, filter } from '../ffmpeg/filters.ts';
import type { Pictures } from './source.ts';

export type Filters = readonly [Filter, ...Filter[]];

/** A source that has no more pictures keeps its own times. */
export const slowed = (
  filters: Filters,
  { perSecond }: Pictures,
  perSecondMax: number = RESULT_PICTURES_PER_SECOND_MAX,
): Filters => (perSecond > perSecondMax ? [filter('fps', { fps: perSecondMax }), ...filters] : filters);

/** A stream may turn to another size on its way: the encoder is given one. */
export const scaled = ({ width, height }: { width: number; height: number }): Filter =>
  filter('scale', { width, height });
