/** Colour tags as ffmpeg prints them for one frame: the name of each tag, or `unknown`. */
import { type Chain, filter, picturesIn } from '../ffmpeg/filters.ts';

export interface FrameTags {
  /** The pixel format. */
  readonly format: string;
  readonly range: string;
  readonly matrix: string;
  readonly primaries: string;
  readonly transfer: string;
}

/** Prints the tags of the first decoded frame in the log. Side data is removed, because it may hold any text. */
export const tellingTags = (to: string): Chain => ({
  from: [picturesIn(0)],
  filters: [filter('trim', { end_frame: 1 }), filter('sidedata', { mode: 'delete' }), filter('showinfo')],
  to: [to],
});

const UNKNOWN = 'unknown';
const FORMAT = /^\[Parsed_showinfo_\d+ @ \w+\] n: *0 .* fmt:(\w+) /m;
const TAGS =
  /^\[Parsed_showinfo_\d+ @ \w+\] color_range:([\w-]+) color_space:([\w-]+) color_primaries:([\w-]+) color_trc:([\w-]+)/m;

/** @param log of a run with `tellingTags`. A tag that it does not name is `unknown`. */
export function tagsIn(log: string): FrameTags {
  const [, format = UNKNOWN] = FORMAT.exec(log) ?? [];
  const [, range = UNKNOWN, matrix = UNKNOWN, primaries = UNKNOWN, transfer = UNKNOWN] = TAGS.exec(log) ?? [];
  return { format, range, matrix, primaries, transfer };
}
