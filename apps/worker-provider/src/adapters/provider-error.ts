/**
 * What a provider's refusal proves. Both dialects follow HTTP here, so they share one table; by which statuses a service says, by its
 * contract, that it did not take the call is part of its own entry, and every other one leaves that open.
 */
import type { Classification, StatedCost } from '../adapter.ts';
import { type HttpResponse, TransportError, contentTypeOf } from '../http/exchange.ts';
import { type Json, isRecord, member, parseJson, textMember } from '../http/json.ts';
import { statedCost } from '../http/usd.ts';

/** A response that is no success. Of the provider's own words only a code is kept: its messages may quote keys and prompts. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: number;
  /** In the words of the dialect: a proxy's page is none of the service's. */
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

/** @param refusedStatuses Those with which this provider responds only to calls that it did not take. */
export function classify(error: unknown, refusedStatuses: ReadonlySet<number>): Classification {
  if (error instanceof TransportError && !error.connected)
    return { kind: 'not_delivered', reason: error.code, retryAfterSeconds: null, connected: false };
  if (!(error instanceof ProviderError))
    return { kind: 'ambiguous', reason: error instanceof Error ? error.message : 'error' };
  const { message, status, billed, cost } = error;
  // Whoever stands in between (a proxy's 503, in whatever words) can answer for a call that the service had taken.
  if (refusedStatuses.has(status))
    return notDelivered(message, error.retryAfterSeconds ?? (status === BUSY ? BUSY_SECONDS : null));
  if (!isVerdict(error)) return { kind: 'ambiguous', reason: message };
  const reason = status !== 404 && CONTENT.test(error.code) ? 'content_rejected' : 'provider_rejected';
  return billed ? { kind: 'rejected_billed', reason, cost } : { kind: 'rejected_unbilled', reason };
}

/** Too many requests: the service is well, and says only that it is our turn later. */
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
 * The call was looked at and refused, in the service's own words. Not so where the response is about another call with the same token, nor in
 * the words of whoever stands in between (an HTML 404, a 413 without a body): the service may have taken the call before.
 */
const isVerdict = ({ status, code, isOwn }: ProviderError): boolean =>
  isOwn && status >= 400 && status < 500 && ![408, 409, 421, 425, BUSY].includes(status) && !/idempoten/i.test(code);

/** `{error: {…}}`, or `{detail: …}`; undefined when it is in no dialect's words. */
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

/** In seconds, as both dialects say it; a date is as good as nothing. */
function retryAfterOf({ headers }: HttpResponse): number | null {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number(text), 1), RETRY_AFTER_SECONDS_MAX) : null;
}

/** JSON of a successful answer, under whatever type: it may be paid for, and a page is no JSON. Throws ProviderError or ResponseError. */
export function jsonOf(reply: HttpResponse): Json {
  if (reply.status < 200 || reply.status > 299) throw new ProviderError(reply);
  return parseJson(reply.body);
}
