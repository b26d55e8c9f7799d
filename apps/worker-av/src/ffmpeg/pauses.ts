/**
 * Removes silences from audio. One filter that knows all cuts keeps or drops each frame: with a branch of the graph
 * for each cut, every branch would process every frame.
 */
import { type Filter, filter, type Formula, formula } from './filters.ts';
import type { Silence } from './heard.ts';

/** Cuts are exact to this number of samples: 1.5 milliseconds at 44.1 kHz. */
const FRAME_SAMPLES = 64;

/** With more cuts, the graph exceeds the length of a command-line argument. */
const CUTS_MAX = 1000;

/** A silence that reaches the measured end includes everything after it. */
const END_SECONDS = 1e6;

interface Sound {
  /** The measured duration. */
  readonly seconds: number;
  /** Seconds that are kept of each silence. */
  readonly keepSeconds: number;
}

/** The cuts for silences that are in order and do not overlap; only the longest ones if there are too many. */
export function cutsOf(silences: readonly Silence[], sound: Sound): readonly Silence[] {
  const cuts = silences.map((each) => cutOf(each, sound)).filter((cut) => lengthOf(cut) > 0);
  if (cuts.length <= CUTS_MAX) return cuts;
  const longest = new Set([...cuts].sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, CUTS_MAX));
  return cuts.filter((cut) => longest.has(cut));
}

/** Keeps half at either side. At the start or the end of the audio, keeps all of it next to the audio. */
function cutOf(silence: Silence, { seconds, keepSeconds }: Sound): Silence {
  const end = Math.min(silence.endSeconds, seconds);
  const [isFirst, isLast] = [silence.startSeconds <= 0, reachesEnd(end, seconds)];
  const before = isFirst ? 0 : isLast ? keepSeconds : keepSeconds / 2;
  return { startSeconds: silence.startSeconds + before, endSeconds: end - (isLast ? 0 : keepSeconds - before) };
}

/** Silences are reported in milliseconds. */
const reachesEnd = (endSeconds: number, seconds: number): boolean => endSeconds >= seconds - 0.001;

export const lengthOf = ({ startSeconds, endSeconds }: Silence): number => endSeconds - startSeconds;

/** @param cuts in order. */
export function without(cuts: readonly Silence[], seconds: number): readonly [Filter, ...Filter[]] {
  const edges = cuts.flatMap(({ startSeconds, endSeconds }) => [
    startSeconds,
    reachesEnd(endSeconds, seconds) ? END_SECONDS : endSeconds,
  ]);
  return [
    filter('asetnsamples', { n: FRAME_SAMPLES, p: 0 }),
    filter('aselect', { expr: kept(edges, 0, edges.length) }),
    filter('asetpts', { expr: formula`N/SR/TB` }),
  ];
}

/**
 * A time is kept if an even number of edges lies before it, and cut if the number is odd. The expression is a binary
 * search.
 */
function kept(edges: readonly number[], from: number, to: number): Formula {
  if (from === to) return from % 2 === 0 ? formula`1` : formula`0`;
  const middle = (from + to) >> 1;
  return formula`if(lt(t,${edges[middle] as number}),${kept(edges, from, middle)},${kept(edges, middle + 1, to)})`;
}
