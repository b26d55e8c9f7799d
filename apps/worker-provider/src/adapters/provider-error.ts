/**
 * Decides what a provider's refusal proves. Both dialects follow HTTP, so they share one table. The provider entry
 * lists the statuses that, by the service's contract, mean that it did not accept the call. Any other status leaves
 * that open.
 */
import type { FailureReason } from '@farebox/contract';
import type { Classification, StatedCost } from '../adapter.ts';
import { type HttpResponse, TransportError, contentTypeOf } from '../http/exchange.ts';
import { type Json, isRecord, member, parseJson, ResponseError, textMember } from '../http/json.ts';
import { statedCost } from '../http/usd.ts';

/**
 * An unsuccessful response. Only a code is kept of the provider's text, because its messages may quote keys and
 * prompts.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: number;
  /** True if the response has the format of the dialect: a proxy's page is not from the service. */
  readonly isOwn: boolean;
  readonly code: string;
  readonly billed: boolean;
  readonly cost: StatedCost;
  readonly retryAfterSeconds: number | null;
  constructor(reply: HttpResponse) {
    const error = errorOf(reply);
    const code = codeOf(error);
    super(`status ${reply.status} ${code}`);
    this.status = reply.status;
    this.isOwn = error !== undefined;
    this.code = code;
    this.billed = member(error, 'billed') === true;
    this.cost = statedCost(member(error, 'cost'));
    this.retryAfterSeconds = retryAfterOf(reply);
  }
}

/** @param refusedStatuses statuses that this provider returns only for calls that it did not accept. */
export function classify(error: unknown, refusedStatuses: ReadonlySet<number>): Classification {
  if (error instanceof TransportError && !error.connected)
    return { kind: 'not_delivered', reason: error.code, retryAfterSeconds: null, connected: false };
  if (!(error instanceof ProviderError)) return ambiguous(error);
  const { message, status, billed, cost } = error;
  // Other statuses prove nothing: a proxy can return a 503 for a call that the service has accepted.
  if (refusedStatuses.has(status))
    return notDelivered(message, error.retryAfterSeconds ?? (status === BUSY ? BUSY_SECONDS : null));
  if (!isVerdict(error)) return { kind: 'ambiguous', reason: message };
  const reason = reasonOf(error);
  return billed ? { kind: 'rejected_billed', reason, cost } : { kind: 'rejected_unbilled', reason };
}

/** An answer that is too large is no sign that the service fails: the input of one customer may be its cause. */
export const ambiguous = (error: unknown): Classification => ({
  kind: 'ambiguous',
  reason: error instanceof Error ? error.message : 'error',
  ...(error instanceof TransportError && error.isTooLarge ? { isTooLarge: true } : {}),
});

/** An address or a model that the service does not know comes from the configuration, never from the customer. */
function reasonOf({ status, code }: ProviderError): FailureReason {
  if (status === NOT_FOUND) return 'provider_failed';
  return CONTENT.test(code) ? 'content_rejected' : 'provider_rejected';
}

const NOT_FOUND = 404;
/** Too many requests: the service works, and only delays the call. */
const BUSY = 429;
const BUSY_SECONDS = 10;
const CONTENT = /content|policy|safety|moderat|sensitive/i;

const notDelivered = (reason: string, retryAfterSeconds: number | null): Classification => ({
  kind: 'not_delivered',
  reason,
  retryAfterSeconds,
  connected: true,
});

/**
 * The service examined the call and refused it, in its own format. This does not hold if the response is about another
 * call with the same token, or comes from a proxy (an HTML 404, a 413 without a body): the service may have accepted
 * the call before.
 */
const isVerdict = ({ status, code, isOwn }: ProviderError): boolean =>
  isOwn && status >= 400 && status < 500 && ![408, 409, 421, 425, BUSY].includes(status) && !/idempoten/i.test(code);

/** `{error: {…}}`, or `{detail: …}`; undefined if it has neither format. */
function errorOf(reply: HttpResponse): Json | undefined {
  if (contentTypeOf(reply) !== 'application/json') return undefined;
  try {
    const body = parseJson(reply.body);
    const error = member(body, 'error');
    if (isRecord(error)) return error;
    return textMember(body, 'detail') === null ? undefined : body;
  } catch {
    return undefined;
  }
}

function codeOf(error: Json | undefined): string {
  const code = textMember(error, 'code') ?? textMember(error, 'type') ?? '';
  return /^[\w.-]{1,64}$/.test(code) ? code : '';
}

const RETRY_AFTER_SECONDS_MAX = 300;

/** The Retry-After delay in seconds, as both dialects state it; a date is ignored. */
function retryAfterOf({ headers }: HttpResponse): number | null {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number(text), 1), RETRY_AFTER_SECONDS_MAX) : null;
}

/** Reads the response to a paid call. An error that leaves its outcome open has the bytes. */
export function readPaid<T>(reply: HttpResponse, read: (reply: HttpResponse) => T): T {
  try {
    return read(reply);
  } catch (error) {
    if (error instanceof ResponseError) error.received = reply.body;
    throw error;
  }
}

/**
 * JSON of a successful response, whatever its media type: it may be a paid result, and an HTML page is not JSON. Throws
 * ProviderError or ResponseError.
 */
export function jsonOf(reply: HttpResponse): Json {
  if (reply.status < 200 || reply.status > 299) throw new ProviderError(reply);
  return parseJson(reply.body);
}
