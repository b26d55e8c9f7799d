/**
 * Logs that a server (PostgreSQL, Redis, the object store, an external service) is away, and that it is back, each once.
 * A server that fails and answers in turn is back only after a second without a failure, so its lines stay few.
 */
import { type Clock, systemClock } from '@farebox/kernel';
import type { Logger } from './logger.ts';

export interface ServerWatch {
  readonly failed: (server: string, error: unknown) => void;
  /** Costs one comparison while no server is away. */
  readonly worked: (server: string) => void;
}

interface Absence {
  readonly sinceMs: number;
  failedMs: number;
}

const QUIET_MS = 1000;
const PROBE_MS = 2000;

export interface ServerWatchOptions {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly clock?: Pick<Clock, 'monotonicMs'>;
  /** Asks a server that is away, so that its return is noticed without traffic. Each result counts by itself. */
  readonly probes?: () => Readonly<Record<string, () => Promise<unknown>>>;
}

export function createServerWatch({ logger, clock = systemClock, probes }: ServerWatchOptions): ServerWatch {
  const away = new Map<string, Absence>();

  /** Ends with the absence, and keeps no process running. */
  function probe(server: string): void {
    const timer = setInterval(() => {
      if (!away.has(server)) return clearInterval(timer);
      void probes?.()
        [server]?.()
        .then(
          () => watch.worked(server),
          (error: unknown) => watch.failed(server, error),
        );
    }, PROBE_MS).unref();
  }

  const watch: ServerWatch = {
    failed(server, error) {
      const nowMs = clock.monotonicMs();
      const absence = away.get(server);
      if (absence !== undefined) absence.failedMs = nowMs;
      else {
        away.set(server, { sinceMs: nowMs, failedMs: nowMs });
        logger.warn({ server, reason: reasonOf(error) }, 'a server is away');
        if (probes !== undefined) probe(server);
      }
    },
    worked(server) {
      if (away.size === 0) return;
      const absence = away.get(server);
      const nowMs = clock.monotonicMs();
      if (absence === undefined || nowMs - absence.failedMs < QUIET_MS) return;
      away.delete(server);
      logger.info({ server, awaySeconds: Math.round((nowMs - absence.sinceMs) / 1000) }, 'a server is back');
    },
  };
  return watch;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** For a part that knows one server only. */
export const watchOf = (watch: ServerWatch, server: string) => ({
  worked: () => watch.worked(server),
  failed: (error: unknown) => watch.failed(server, error),
});

/** Counts of wake-ups say whether the server of the queue answers. */
export function watchQueue(watch: ServerWatch, event: string): void {
  if (event === 'notify_failed' || event === 'backend_error') watch.failed('queue', event);
  else if (event === 'notified' || event === 'delivered') watch.worked('queue');
}
