/**
 * Typical durations of executions, for the catalog. They are read at most once a minute, and no request waits for them:
 * until a read completes, the catalog shows the previous values, at first none.
 */
import type { Durations } from '@farebox/catalog';
import type { Clock } from '@farebox/kernel';

const FRESH_MS = 60_000;

/** Returns a new function only after new values were read. */
export function createTypicalDurations(
  read: () => Promise<Durations>,
  clock: Pick<Clock, 'monotonicMs'>,
): () => Durations {
  let known: Durations = () => null;
  let readMs = -Infinity;
  return () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - readMs >= FRESH_MS) {
      readMs = nowMs;
      // A failed read is retried after a minute; the catalog works without durations.
      void read().then(
        (durations) => (known = durations),
        () => {},
      );
    }
    return known;
  };
}
