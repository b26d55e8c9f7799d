/**
 * Limits how often one kind of log line is written, so that a dead server does not cause a thousand lines a second. It
 * only counts; the caller writes the line.
 */
import { boundedMap } from './bounded-map.ts';
import { type Clock, systemClock } from './clock.ts';

export interface LineLimitOptions {
  /** Maximum lines of one kind in any one second. */
  readonly linesPerSecond?: number;
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
}

/**
 * Returns a function that decides about the next line of `kind`. `kind` must come from a small fixed set, never from
 * user data.
 */
export function limitLines(options: LineLimitOptions = {}): (kind: string) => LineVerdict {
  const { linesPerSecond = 5, kindsMax = 256, clock = systemClock } = options;
  const kinds = boundedMap<Kind>(kindsMax);

  return (kind) => {
    const nowMs = clock.monotonicMs();
    let state = kinds.get(kind);
    if (state === undefined) {
      state = { startedMs: nowMs, written: 0, suppressed: 0 };
      kinds.set(kind, state);
    }
    if (nowMs - state.startedMs >= 1000) {
      state.startedMs = nowMs;
      state.written = 0;
    }
    if (state.written >= linesPerSecond) {
      state.suppressed++;
      return { write: false };
    }
    state.written++;
    const { suppressed } = state;
    state.suppressed = 0;
    return { write: true, suppressed };
  };
}
