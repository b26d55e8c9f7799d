/** The time limits of one fetch: one for the whole, and one for the current phase. Their end aborts the request. */
import type { FetchProblem } from '@farebox/contract';

export interface FetchLimits {
  /** Aborted by a limit, by `end`, or when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Set once a limit has ended. */
  readonly problem: FetchProblem | null;
  /** Begins a phase of so many milliseconds; the previous one ends. */
  readonly allow: (ms: number, problem: FetchProblem) => void;
  /** Ends the current phase without a new one. */
  readonly pause: () => void;
  /** Must be called when the fetch has ended. Aborts what is still open. */
  readonly end: () => void;
}

export function createFetchLimits(gone: AbortSignal, totalMs: number): FetchLimits {
  const ending = new AbortController();
  let problem: FetchProblem | null = null;
  let phase: NodeJS.Timeout | undefined;
  const endWith = (found: FetchProblem): void => {
    problem ??= found;
    ending.abort();
  };
  const total = setTimeout(endWith, totalMs, 'timed_out');
  const pause = (): void => clearTimeout(phase);
  return {
    signal: AbortSignal.any([gone, ending.signal]),
    get problem() {
      return problem;
    },
    allow(ms, found) {
      pause();
      phase = setTimeout(endWith, ms, found);
    },
    pause,
    end() {
      pause();
      clearTimeout(total);
      ending.abort();
    },
  };
}
