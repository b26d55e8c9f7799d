/** Respects the rate limit: if the last response says that the window is used up, the next request waits for the new window. */
import type { ToldPause } from './told-pauses.ts';

export interface RateLimit {
  /** Resolves when a request may be sent. */
  readonly wait: (signal?: AbortSignal) => Promise<void>;
  readonly heard: (headers: Headers) => void;
}

export function createRateLimit(pause: ToldPause): RateLimit {
  let free = 0;
  return {
    async wait(signal) {
      const ms = free - performance.now();
      if (ms > 0) await pause(ms, 'rate_limit', signal);
    },
    heard(headers) {
      const field = headers.get('RateLimit') ?? '';
      const [left, seconds] = [valueOf(field, 'r'), valueOf(field, 't')];
      if (left === 0 && seconds !== null) free = performance.now() + seconds * 1000;
    },
  };
}

function valueOf(field: string, name: string): number | null {
  const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(field);
  return found === null ? null : Number(found[1]);
}
