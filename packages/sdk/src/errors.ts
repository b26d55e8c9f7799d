/**
 * What can go wrong, as one error with a code to switch on: those of the API, and those that only a client can know. What a caller's own
 * AbortSignal ends rejects with that signal's reason instead.
 */
import { ADVICE, RETRYABLE } from './generated/api.ts';
import type { ApiErrorCode, Execution } from './types.ts';

const CLIENT_ADVICE = {
  outcome_unknown: 'Call again with the same request name, or resume it: it is never paid twice.',
  ceiling_exceeded: 'Nothing was sent. Raise the ceiling, or ask for less.',
  request_changed: 'Nothing was sent. Give another request a name of its own.',
  execution_failed: 'Read execution.error and execution.chargedMicros.',
  execution_cancelled: 'Read execution.statusReason and execution.chargedMicros.',
  execution_under_review: 'Do not send it again: wait for the execution, whose outcome is being looked for.',
  artifact_corrupted: 'The bytes are not those that were made. Download again.',
  network_failed: 'The service could not be reached. Nothing that costs was under way; try again.',
  webhook_not_trusted: 'Answer 400 and do nothing: it was not sent by your Farebox, or long ago.',
  unexpected_response: 'What answered is no Farebox, or a newer one. Check baseUrl.',
} as const;

export type ClientErrorCode = keyof typeof CLIENT_ADVICE;
export type ErrorCode = ApiErrorCode | ClientErrorCode;

export interface ErrorFacts {
  /** Of the response; null where there was none. */
  readonly http?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null;
  readonly execution?: Execution | null;
  /** Of the paid request that it was about. */
  readonly request?: string | null;
  readonly cause?: unknown;
}

export class FareboxError extends Error {
  override readonly name = 'FareboxError';
  readonly code: ErrorCode;
  /** What to do about it. */
  readonly advice: string;
  readonly http: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly execution: Execution | null;
  readonly request: string | null;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const advice = adviceOf(code);
    super(`${code}: ${advice}`, { cause: facts.cause });
    this.code = code;
    this.advice = advice;
    this.http = facts.http ?? null;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.execution = facts.execution ?? null;
    this.request = facts.request ?? null;
  }
}

export const isApiCode = (code: string): code is ApiErrorCode => Object.hasOwn(ADVICE, code);

const RETRIED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([...RETRYABLE, 'network_failed']);

/** Whether the same request, sent again as it is, may well succeed. */
export const isRetryable = (code: ErrorCode): boolean => RETRIED.has(code);

const adviceOf = (code: ErrorCode): string => (isApiCode(code) ? ADVICE[code] : CLIENT_ADVICE[code]);
