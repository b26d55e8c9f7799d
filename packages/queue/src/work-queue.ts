/**
 * The port: a queue says "look at this execution" and nothing else. Postgres decides what is true, so a lost, repeated
 * or stale look is harmless by design, and nothing here may ever make a request wait or fail.
 */
import type { Engine } from '@tollgate/kernel';

/** "Look at this execution, as of this epoch." The same look is kept once while it waits; a higher epoch is a new one. */
export interface Look {
  readonly projectId: string;
  readonly executionId: string;
  /** Raised by every claim, so that a look of before the claim can never hide one of after it. */
  readonly epoch: number;
}

export interface Consumer {
  /** Takes nothing new, hands back what has not begun, and resolves when running looks ended or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export interface WorkQueue {
  /** Never throws and never takes longer than its bound (default 2 s). Returns how many looks were handed over. */
  nudge(engine: Engine, looks: readonly Look[]): Promise<number>;
  /** Calls `look` for what arrives, at most `concurrency` at once. A look that throws is logged and not repeated. */
  consume(engine: Engine, options: ConsumeOptions, look: (look: Look) => Promise<void>): Consumer;
  /** Closes what is still open, consumers included. */
  close(): Promise<void>;
}

export interface ConsumeOptions {
  readonly concurrency: number;
}

/** What an observer is told; counts only, never ids. */
export interface QueueEvent {
  readonly kind: 'nudged' | 'nudge_failed' | 'delivered' | 'look_failed' | 'handed_back' | 'backend_error';
  readonly engine: Engine;
  readonly count: number;
}

/** The part of a logger that is needed here; a pino logger fits. */
export interface WarnLog {
  warn(fields: object, message: string): void;
}

export interface QueueOptions {
  readonly logger: WarnLog;
  readonly observe?: (event: QueueEvent) => void;
  /** Bound of one `nudge`. */
  readonly timeoutMs?: number;
  /**
   * Looks of one moment that may share a job, at most. 1 (the default) keeps every waiting look unique, whoever sends
   * it: right for whoever repeats looks. More costs a tenth a look and lets a repeated one wait twice: right for accept.
   */
  readonly looksPerJob?: number;
}

export const NUDGE_TIMEOUT_MS = 2000;
