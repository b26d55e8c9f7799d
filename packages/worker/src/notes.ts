/** What a worker tells the outside: events to an observer, and log lines, of which at most five of a kind are written a second. */
import { limitLines } from '@tollgate/kernel';

/** Counts and durations only, never ids. */
export type WorkerEvent =
  | { readonly kind: 'claimed' | 'not_claimed' | 'lost' | 'retried' | 'handed_back' | 'handed_over' }
  | { readonly kind: 'finished'; readonly status: 'succeeded' | 'failed' | 'cancelled' }
  | { readonly kind: 'step'; readonly operation: string; readonly seconds: number; readonly ok: boolean };

/** The part of a logger that is needed here; a pino logger fits. */
export interface WorkerLog {
  warn(fields: object, message: string): void;
}

export interface Notes {
  event(event: WorkerEvent): void;
  warn(kind: string, error: unknown, message: string): void;
}

export interface NotesOptions {
  readonly logger: WorkerLog;
  readonly observe?: ((event: WorkerEvent) => void) | undefined;
}

export function createNotes({ logger, observe }: NotesOptions): Notes {
  const verdict = limitLines();
  return {
    event: (event) => observe?.(event),
    warn(kind, error, message) {
      const line = verdict(kind);
      if (!line.write) return;
      const suppressed = line.suppressed > 0 ? { suppressed: line.suppressed } : {};
      logger.warn({ reason: error instanceof Error ? error.message : String(error), ...suppressed }, message);
    },
  };
}
