/** Events and log lines of a worker. */
import type { Micros } from '@farebox/kernel';

/** Counts, durations and amounts only, never ids. */
export type WorkerEvent =
  | {
      readonly kind:
        | 'claimed'
        | 'not_claimed'
        | 'lost'
        | 'retried'
        | 'reviewed'
        | 'poisoned'
        | 'handed_back'
        | 'handed_over';
    }
  | { readonly kind: 'running'; readonly count: number }
  | {
      readonly kind: 'finished';
      readonly tool: string;
      readonly status: 'succeeded' | 'failed' | 'cancelled';
      /** Play money, which business metrics leave out. */
      readonly isTest: boolean;
      readonly chargedMicros: Micros;
      readonly releasedMicros: Micros;
      /** Seconds since acceptance. */
      readonly seconds: number;
    }
  | {
      readonly kind: 'step';
      readonly operation: string;
      readonly seconds: number;
      readonly outcome: 'succeeded' | 'failed' | 'aborted';
      readonly storedBytes: number;
    };

/** The part of a logger that is needed here; a pino logger fits. It limits how often a message repeats. */
export interface WorkerLog {
  warn(fields: object, message: string): void;
}

export interface Observer {
  readonly event: (event: WorkerEvent) => void;
  /** `message` is a constant text; variable data goes into `fields`. */
  readonly warn: (error: unknown, message: string, fields?: object) => void;
}

export interface ObserverOptions {
  readonly logger: WorkerLog;
  readonly observe?: ((event: WorkerEvent) => void) | undefined;
}

export function createObserver({ logger, observe }: ObserverOptions): Observer {
  return {
    event: (event) => observe?.(event),
    warn: (error, message, fields = {}) =>
      logger.warn({ ...fields, reason: error instanceof Error ? error.message : String(error) }, message),
  };
}
