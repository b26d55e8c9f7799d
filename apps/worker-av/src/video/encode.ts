/** The last filters of every graph that is encoded: of a size that is known before, and of no more pictures a second than were asked for. */
import type { Size } from '@tollgate/catalog';
import { type Filter, filter } from '../ffmpeg/filters.ts';
import type { Pictures } from './source.ts';

type Filters = readonly [Filter, ...Filter[]];

/** A stream may turn to another size on its way: the encoder is given one. A source that has no more pictures keeps its own times. */
export function fittedTo({ width, height }: Size, { perSecond }: Pictures, perSecondMax: number): Filters {
  const scaled = filter('scale', { width, height });
  return perSecond > perSecondMax ? [filter('fps', { fps: perSecondMax }), scaled] : [scaled];
}
