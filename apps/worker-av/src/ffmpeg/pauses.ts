/**
 * Silences on their way out of a sound. Frames are kept or dropped by one filter that knows all cuts: a branch of the graph for each
 * would have every frame looked at by all of them.
 */
import { FROM_ZERO } from './edits.ts';
import { type Filter, filter, type Formula, formula } from './filters.ts';
import type { Silence } from './heard.ts';

/** A cut is exact to so many samples: 1.5 milliseconds at 44.1 kHz. */
const FRAME_SAMPLES = 64;

/** More of them make a graph that is no argument of a command any more. */
const CUTS_MAX = 1000;

/** What follows the measured end belongs to a silence that reaches it. */
const END_SECONDS = 1e6;

interface Sound {
  /** As measured. */
  readonly seconds: number;
  /** That stay of each silence. */
  readonly keepSeconds: number;
}

/** What is cut out of silences that come in order and do not overlap; of too many the longest. */
export function cutsOf(silences: readonly Silence[], sound: Sound): readonly Silence[] {
  const cuts = silences.map((each) => cutOf(each, sound)).filter((cut) => lengthOf(cut) > 0);
  if (cuts.length <= CUTS_MAX) return cuts;
  const longest = new Set([...cuts].sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, CUTS_MAX));
  return cuts.filter((cut) => longest.has(cut));
}

/** Half stays at either side; where there is sound on one side alone, all of it there. */
function cutOf(silence: Silence, { seconds, keepSeconds }: Sound): Silence {
  const end = Math.min(silence.endSeconds, seconds);
  const [isFirst, isLast] = [silence.startSeconds <= 0, reachesEnd(end, seconds)];
  const before = isFirst ? 0 : isLast ? keepSeconds : keepSeconds / 2;
  return { startSeconds: silence.startSeconds + before, endSeconds: end - (isLast ? 0 : keepSeconds - before) };
}

/** Silences are told in milliseconds. */
const reachesEnd = (endSeconds: number, seconds: number): boolean => endSeconds >= seconds - 0.001;

export const lengthOf = ({ startSeconds, endSeconds }: Silence): number => endSeconds - startSeconds;

/** @param cuts in order. */
export function without(cuts: readonly Silence[], seconds: number): readonly [Filter, ...Filter[]] {
  const edges = cuts.flatMap(({ startSeconds, endSeconds }) => [
    startSeconds,
    reachesEnd(endSeconds, seconds) ? END_SECONDS : endSeconds,
  ]);
  return [
    FROM_ZERO,
    filter('asetnsamples', { n: FRAME_SAMPLES, p: 0 }),
    filter('aselect', { expr: kept(edges, 0, edges.length) }),
    filter('asetpts', { expr: formula`N/SR/TB` }),
  ];
}

/** Of the edges before a time an even number is kept, an odd number cut: found by halves. */
function kept(edges: readonly number[], from: number, to: number): Formula {
  if (from === to) return from % 2 === 0 ? formula`1` : formula`0`;
  const middle = (from + to) >> 1;
  return formula`if(lt(t,${edges[middle] as number}),${kept(edges, from, middle)},${kept(edges, middle + 1, to)})`;
}
