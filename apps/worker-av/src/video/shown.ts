/**
 * The pictures of a video between two times, each at its own time: a picture that is shown for long stays one picture,
 * and a fast part keeps all of its pictures. The last one lasts until the end.
 */
import { RESULT_PICTURES_PER_SECOND_MAX } from '@farebox/catalog';
import { type Chain, type Filter, filter, formula, type Formula, picturesIn } from '../ffmpeg/filters.ts';
import { gapsOf, type Timeline } from '../ffmpeg/timeline.ts';
import type { VideoTracks } from '../ffmpeg/video.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Shown {
  readonly filters: readonly Filter[];
  /** Seconds for which the last picture is shown. */
  readonly lastSeconds: number;
  /** Whether all pictures are shown for about as long as one another. */
  readonly isEven: boolean;
}

interface Film {
  readonly graph: readonly Chain[];
  readonly tracks: Pick<VideoTracks, 'pictures' | 'sound' | 'lastSeconds' | 'isEven'>;
}

/** @param heard the chain of the pad `sound`, if there is audio. */
export const filmOf = (
  { filters, lastSeconds, isEven }: Shown,
  { fitted, heard }: { readonly fitted: readonly Filter[]; readonly heard: readonly Chain[] },
): Film => ({
  graph: [
    { from: [picturesIn(0)], filters: [...filters, ...fitted] as [Filter, ...Filter[]], to: ['pictures'] },
    ...heard,
  ],
  tracks: { pictures: 'pictures', sound: heard.length > 0 ? { pad: 'sound' } : 'none', lastSeconds, isEven },
});

/** The whole video, with at most this many pictures per second. */
export function shownWhole(
  { starts, lastSeconds }: Timeline,
  { seconds, perSecondMax = RESULT_PICTURES_PER_SECOND_MAX }: { seconds: number; perSecondMax?: number },
): Shown {
  return shown(starts, { cut: [], end: Math.min(seconds, (starts.at(-1) as number) + lastSeconds), perSecondMax });
}

/** A part, which begins with the picture that is on the screen at its start. Times are counted from there. */
export function shownPart({ starts }: Timeline, { start, end }: Span): Shown {
  const first = Math.max(0, countUntil(starts, (at) => at <= start) - 1);
  const after = Math.max(
    first + 1,
    countUntil(starts, (at) => at < end),
  );
  const kept = starts.slice(first, after).map((at) => Math.max(0, at - start));
  // Halfway between two pictures, where no rounding can move one over the edge.
  const edges = { ...edge('start', starts, first), ...edge('end', starts, after) };
  const cut = [
    ...(Object.keys(edges).length === 0 ? [] : [filter('trim', edges)]),
    filter('setpts', { expr: formula`max(0,round((T-${start})/TB))` }),
  ];
  return shown(kept, { cut, end: end - start, perSecondMax: RESULT_PICTURES_PER_SECOND_MAX });
}

const edge = (name: string, starts: readonly number[], at: number): Readonly<Record<string, number>> =>
  at <= 0 || at >= starts.length ? {} : { [name]: ((starts[at - 1] as number) + (starts[at] as number)) / 2 };

/** The number of times at the beginning that pass; times are in order. */
function countUntil(starts: readonly number[], passes: (at: number) => boolean): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(starts[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Players may leave out a picture that is shown for less. */
const LAST_SECONDS_MIN = 0.001;
/** Clocks that round move the pictures of a constant rate by less. */
const EVEN_SECONDS = 0.02;

interface Cut {
  readonly cut: readonly Filter[];
  readonly end: number;
  readonly perSecondMax: number;
}

function shown(starts: readonly number[], { cut, end, perSecondMax }: Cut): Shown {
  const kept = limited(starts, perSecondMax);
  const last = kept.at(-1) as number;
  const { shortest, longest } = gapsOf(kept);
  const lastSeconds = Math.max(LAST_SECONDS_MIN, end - last);
  return {
    filters: [...cut, limit(perSecondMax)],
    lastSeconds,
    isEven: Math.max(longest, lastSeconds) - shortest <= EVEN_SECONDS,
  };
}

/** Pictures may come this much too early, because clocks round their times. */
const JITTER_SECONDS = 0.004;
const JITTER_MAX = 0.25;

/**
 * Each second earns so many pictures, and a picture that is shown spends one. So a part that is faster loses pictures
 * evenly, and all others keep theirs and their times. A constant rate would move pictures, or repeat them.
 */
function termsOf(perSecond: number): { least: number; most: number } {
  const least = 1 - Math.min(JITTER_MAX, perSecond * JITTER_SECONDS);
  return { least, most: least + 1 };
}

function limit(perSecond: number): Filter {
  const { least, most } = termsOf(perSecond);
  const earned = formula`st(0,min(${most},ld(0)+(t-prev_t)*${perSecond}))`;
  const spent: Formula = formula`if(gte(ld(0),${least}),st(0,ld(0)-1)*0+1,0)`;
  return filter('select', { expr: formula`if(isnan(prev_t),1,${earned}*0+${spent})` });
}

/** The same as the filter does, to know when the last picture appears. */
function limited(starts: readonly number[], perSecond: number): readonly number[] {
  const { least, most } = termsOf(perSecond);
  let credit = 0;
  return starts.filter((at, n) => {
    if (n === 0) return true;
    credit = Math.min(most, credit + (at - (starts[n - 1] as number)) * perSecond);
    if (credit < least) return false;
    credit -= 1;
    return true;
  });
}
