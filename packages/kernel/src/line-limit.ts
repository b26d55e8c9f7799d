/**
 * Limits how often one kind of log line is written, so that a dead server does not cause a thousand lines a second. It
 * only counts; the caller writes the line.
 */
import { boundedMap } from './bounded-map.ts';
import { type Clock, systemClock } from './clock.ts';

export interface LineLimitOptions {
  /** Maximum lines of one kind in any one second. */
  readonly linesPerSecond?: number;
  /**
   * Maximum lines of all kinds together in any one second, without the first line of a kind in a minute: an outage
   * shows each of its kinds, and its repetitions stay few. Default: no limit.
   */
  readonly repeatsPerSecond?: number;
  /** Maximum number of remembered kinds; beyond it, the oldest is forgotten. */
  readonly kindsMax?: number;
  readonly clock?: Clock;
}

/** The decision about a line: write it with the number of suppressed lines since the last one, or suppress it. */
export type LineVerdict = { readonly write: true; readonly suppressed: number } | { readonly write: false };

interface Kind {
  startedMs: number;
  written: number;
  suppressed: number;
  /** Time of the last line that counted as the first of its kind. */
  firstMs: number;
}

/** After this time the next line of a kind counts as its first again. */
const FIRST_AGAIN_MS = 60_000;

/**
 * Returns a function that decides about the next line of `kind`. `kind` must come from a small fixed set, never from
 * user data.
 */
export function limitLines(options: LineLimitOptions = {}): (kind: string) => LineVerdict {
  const { linesPerSecond = 5, repeatsPerSecond = Infinity, kindsMax = 256, clock = systemClock } = options;
  const kinds = boundedMap<Kind>(kindsMax);
  const repeats = { startedMs: -Infinity, written: 0 };

  function isFirst(state: Kind, nowMs: number): boolean {
    if (nowMs - state.firstMs < FIRST_AGAIN_MS) return false;
    state.firstMs = nowMs;
    return true;
  }

  function isFewEnough(nowMs: number): boolean {
    if (nowMs - repeats.startedMs >= 1000) Object.assign(repeats, { startedMs: nowMs, written: 0 });
    if (repeats.written >= repeatsPerSecond) return false;
    repeats.written++;
    return true;
  }

  return (kind) => {
    const nowMs = clock.monotonicMs();
    let state = kinds.get(kind);
    if (state === undefined) {
      state = { startedMs: nowMs, written: 0, suppressed: 0, firstMs: -Infinity };
      kinds.set(kind, state);
    }
    if (nowMs - state.startedMs >= 1000) {
      state.startedMs = nowMs;
      state.written = 0;
    }
    if (state.written >= linesPerSecond || !(isFirst(state, nowMs) || isFewEnough(nowMs))) {
      state.suppressed++;
      return { write: false };
    }
    state.written++;
    const { suppressed } = state;
    state.suppressed = 0;
    return { write: true, suppressed };
  };
}
