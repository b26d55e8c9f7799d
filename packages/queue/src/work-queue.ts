/**
 * The port: a queue only says "check this execution". PostgreSQL has the truth, so a lost, repeated or stale wake-up is
 * harmless by design. The queue may never make a request wait or fail.
 */
import type { Engine } from '@farebox/kernel';

/**
 * "Check this execution, as of this epoch." The same wake-up is stored once while it waits; a higher epoch is a new
 * one.
 */
export interface WakeUp {
  readonly projectId: string;
  readonly executionId: string;
  /** Raised by every claim, so that a wake-up from before the claim can never hide one from after it. */
  readonly epoch: number;
}

export interface Consumer {
  /**
   * Takes nothing new, hands back wake-ups that have not started, and resolves when running ones have ended or after
   * `timeoutMs`.
   */
  close(timeoutMs: number): Promise<void>;
}

export interface WorkQueue {
  /**
   * Never throws and never takes longer than its time limit (default 2 s). Returns the number of wake-ups that were
   * handed over.
   */
  notify(engine: Engine, wakeUps: readonly WakeUp[]): Promise<number>;
  /**
   * Calls `onWakeUp` for arriving wake-ups, at most `concurrency` at once. A wake-up whose handler throws is logged and
   * not repeated.
   */
  consume(engine: Engine, options: ConsumeOptions, onWakeUp: (wakeUp: WakeUp) => Promise<void>): Consumer;
  /** Closes everything that is open, including consumers. */
  close(): Promise<void>;
}

export interface ConsumeOptions {
  readonly concurrency: number;
}

/** An event for an observer; counts only, never ids. */
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
  /** Time limit of one `notify`. */
  readonly timeoutMs?: number;
  /**
   * Maximum wake-ups of one moment in a job. 1 (the default) keeps every waiting wake-up unique, from any sender:
   * right for senders that repeat wake-ups. A higher number costs a tenth per wake-up, but a repeated one may wait
   * twice: right for accept.
   */
  readonly wakeUpsPerJob?: number;
}

export const NOTIFY_TIMEOUT_MS = 2000;
