/**
 * Decides if the artifact store takes files, so that a gateway refuses an upload or an execution before it accepts it.
 * The store is tried at most once a second, and only if someone asks.
 */
import { type Clock, within } from '@farebox/kernel';

export interface StoreWatch {
  /** Resolves to true while the store takes no files. Never rejects, and waits at most two seconds. */
  readonly isAway: () => Promise<boolean>;
}

export interface StoreWatchOptions {
  /** Rejects if the store does not take an object. */
  readonly probe: () => Promise<void>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called when the store stops and when it begins again to take files. */
  readonly onChange: (isAway: boolean, error?: unknown) => void;
}

const FRESH_MS = 1_000;
/** While the next result is under way, the last one is used for so long: a store that is merely slow delays no request. */
const USABLE_MS = 5_000;
const PROBE_MS = 2_000;

interface Found {
  readonly atMs: number;
  readonly isAway: boolean;
}

export function createStoreWatch({ probe, clock, onChange }: StoreWatchOptions): StoreWatch {
  let found: Found | undefined;
  let running: Promise<boolean> | undefined;

  function note(isAway: boolean, error?: unknown): boolean {
    if (isAway !== (found?.isAway ?? false)) onChange(isAway, error);
    found = { atMs: clock.monotonicMs(), isAway };
    running = undefined;
    return isAway;
  }

  const look = (): Promise<boolean> =>
    within(PROBE_MS, 'write to the store', probe()).then(
      () => note(false),
      (error: unknown) => note(true, error),
    );

  return {
    async isAway() {
      const ageMs = found === undefined ? Infinity : clock.monotonicMs() - found.atMs;
      if (found !== undefined && ageMs < FRESH_MS) return found.isAway;
      running ??= look();
      return found !== undefined && ageMs < USABLE_MS ? found.isAway : await running;
    },
  };
}
