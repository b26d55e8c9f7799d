/**
 * All errors as one class with a `code` to switch on: the errors of the API, and those that only a client can detect. A call that the caller's
 * AbortSignal aborts rejects with the reason of the signal instead.
 */
import { type ErrorFacts, reasonOf } from './error-reason.ts';
import { ADVICE, RETRYABLE } from './generated/api.ts';
import type { ApiErrorCode, Execution } from './types.ts';

const CLIENT_ADVICE = {
  outcome_unknown: 'Repeat the call with the same request name, or resume it. It is never paid twice.',
  invalid_ceiling:
    "Nothing was sent. Pass a ceiling in micros, a whole number of 0 or more that is a safe integer: usd('0.05').",
  ceiling_exceeded: 'Nothing was sent. Raise the ceiling, or request less.',
  request_changed: 'Nothing was sent. This request name belongs to another purchase. Use a new name.',
  execution_failed: 'Read execution.error and execution.chargedMicros.',
  execution_cancelled: 'Read execution.statusReason and execution.chargedMicros.',
  execution_under_review: 'Do not buy it again. Wait for the execution: its outcome is being looked up.',
  artifact_corrupted: 'The bytes do not match the SHA-256 of the artifact. Download it again.',
  network_failed: 'The service could not be reached. Try again.',
  webhook_not_trusted:
    'Respond with 400 and do nothing. The webhook is not from this Farebox deployment, or is too old.',
  unexpected_response: 'The response is not from a Farebox API of this version. Check baseUrl.',
} as const;

export type ClientErrorCode = keyof typeof CLIENT_ADVICE;
export type ErrorCode = ApiErrorCode | ClientErrorCode;

/** Its `message` has the code, why it happened, and the advice. */
export class FareboxError extends Error {
  override readonly name = 'FareboxError';
  readonly code: ErrorCode;
  /** How it came to this, in one line: the fields, the amounts, the address, the charge. Empty if there is no more to say. */
  readonly reason: string;
  /** How to proceed. */
  readonly advice: string;
  readonly http: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** The address of the service's page about this error; null if the service named none. */
  readonly documentation: string | null;
  readonly execution: Execution | null;
  readonly request: string | null;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const advice = adviceOf(code);
    const reason = reasonOf(facts);
    super(`${code}: ${reason === '' ? '' : `${reason}. `}${advice}`, { cause: facts.cause });
    this.code = code;
    this.reason = reason;
    this.advice = advice;
    this.http = facts.http ?? null;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.documentation = facts.documentation ?? null;
    this.execution = facts.execution ?? null;
    this.request = facts.request ?? null;
  }
}

export const isApiCode = (code: string): code is ApiErrorCode => Object.hasOwn(ADVICE, code);

const RETRIED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([...RETRYABLE, 'network_failed']);

/** Whether the same request may succeed if it is sent again unchanged. */
export const isRetryable = (code: ErrorCode): boolean => RETRIED.has(code);

const adviceOf = (code: ErrorCode): string => (isApiCode(code) ? ADVICE[code] : CLIENT_ADVICE[code]);

/**
 * The error of a request that got no whole response.
 * @param address without a secret: the base URL of the API, or the origin of a file.
 * @param isService false for an address of the caller's own.
 */
export const unreachable = (address: string, cause: unknown, isService = true): FareboxError =>
  new FareboxError('network_failed', { cause, details: { address }, hint: isService ? originHint(address) : '' });

/** A browser hides from a page why a response of another origin cannot be read. */
function originHint(address: string): string {
  const { origin } = (globalThis as { readonly location?: { readonly origin: string } }).location ?? {};
  if (origin === undefined || address === origin || address.startsWith(`${origin}/`)) return '';
  return `or the project does not list the origin ${origin} (farebox cors set)`;
}
