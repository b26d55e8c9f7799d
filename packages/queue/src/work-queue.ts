/**
 * The port: a queue says "look at this execution" and nothing else. Postgres decides what is true, so a lost, repeated
 * or stale wake-up is harmless by design, and nothing here may ever make a request wait or fail.
 */
import type { Engine } from '@farebox/kernel';

/** "Look at this execution, as of this epoch." The same wake-up is kept once while it waits; a higher epoch is a new one. */
export interface WakeUp {
  readonly projectId: string;
  readonly executionId: string;
  /** Raised by every claim, so that a wake-up of before the claim can never hide one of after it. */
  readonly epoch: number;
}

export interface Consumer {
  /** Takes nothing new, hands back what has not begun, and resolves when running wake-ups ended or after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export interface WorkQueue {
  /** Never throws and never takes longer than its bound (default 2 s). Returns how many wake-ups were handed over. */
  notify(engine: Engine, wakeUps: readonly WakeUp[]): Promise<number>;
  /** Calls `onWakeUp` for what arrives, at most `concurrency` at once. A wake-up that throws is logged and not repeated. */
  consume(engine: Engine, options: ConsumeOptions, onWakeUp: (wakeUp: WakeUp) => Promise<void>): Consumer;
  /** Closes what is still open, consumers included. */
  close(): Promise<void>;
}

export interface ConsumeOptions {
  readonly concurrency: number;
}

/** What an observer is told; counts only, never ids. */
export interface QueueEvent {
  readonly kind: 'notified' | 'notify_failed' | 'delivered' | 'wake_up_failed' | 'handed_back' | 'backend_error';
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
  /** Bound of one `notify`. */
  readonly timeoutMs?: number;
  /**
   * Wake-ups of one moment that may share a job, at most. 1 (the default) keeps every waiting wake-up unique, whoever sends
   * it: right for whoever repeats wake-ups. More costs a tenth a wake-up and lets a repeated one wait twice: right for accept.
   */
  readonly wakeUpsPerJob?: number;
}

export const NOTIFY_TIMEOUT_MS = 2000;
