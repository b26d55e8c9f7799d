/** Output of the queue: counts for an observer, and warnings, of which at most five a second are written. */
import { type Engine, limitLines } from '@farebox/kernel';
import type { QueueEvent, QueueOptions } from './work-queue.ts';

export interface Observer {
  count(kind: QueueEvent['kind'], engine: Engine, count: number): void;
  warn(engine: Engine, error: unknown, message: string): void;
}

export function createObserver({ logger, observe }: Pick<QueueOptions, 'logger' | 'observe'>): Observer {
  const verdict = limitLines();
  return {
    count: (kind, engine, count) => observe?.({ kind, engine, count }),
    warn(engine, error, message) {
      // One kind for all lines, because all producers and consumers fail at once when a backend is down.
      const line = verdict('queue');
      if (!line.write) return;
      const suppressed = line.suppressed > 0 ? { suppressed: line.suppressed } : {};
      logger.warn({ engine, reason: error instanceof Error ? error.message : String(error), ...suppressed }, message);
    },
  };
}
