/**
 * How long executions take, for the catalog: read at most once a minute, and never waited for. Who reads the catalog meanwhile gets what was
 * known before, at first nothing.
 */
import type { Durations } from '@farebox/catalog';
import type { Clock } from '@farebox/kernel';

const FRESH_MS = 60_000;

/** Another function only after something new was read. */
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
      // What cannot be read now is read in a minute; a catalog does without.
      void read().then(
        (durations) => (known = durations),
        () => {},
      );
    }
    return known;
  };
}
