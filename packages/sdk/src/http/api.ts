/**
 * One request to the API: its headers, its envelope, and its repetitions. Everything that goes through here may be sent again: reads, quotes and
 * cancels by their nature, uploads by their content, paid requests by their idempotency key, which whoever calls has stored before.
 */
import { type ErrorFacts, isApiCode, TollgateError } from '../errors.ts';
import { backoffMs, pause } from './pause.ts';
import type { RateLimit } from './rate-limit.ts';

export interface ApiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly rateLimit: RateLimit;
  /** Of one sending, in milliseconds. */
  readonly timeoutMs: number;
  /** Sendings of one request at most. */
  readonly attemptsMax: number;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** From the root, with its query. */
  readonly path: string;
  /** JSON as it is to be sent. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Told when a sending ended without an answer that says whether it took effect. */
  readonly onUnknown?: () => void;
}

export interface Reply<T> {
  readonly data: T;
  readonly headers: Headers;
}

export interface Api {
  /** Rejects with a TollgateError, or with the reason of the caller's signal. */
  readonly send: <T>(call: Call) => Promise<Reply<T>>;
  /** Of one sending. */
  readonly timeoutMs: number;
}

/** Neither success nor failure is known: `network_failed`, or what the service said about itself. */
const MAY_PASS = new Set<string>([
  'network_failed',
  'internal_error',
  'service_unavailable',
  'tool_temporarily_unavailable',
  'rate_limit_exceeded',
]);

/** A response that says that nothing was accepted is no doubt; neither is one from before the work was looked at. */
const isUnknown = ({ code, http, details }: TollgateError): boolean =>
  (http === null || http >= 500 || code === 'unexpected_response') && details['accepted'] !== false;

interface Failed {
  readonly error: TollgateError;
  readonly retryAfterMs: number;
}

export function createApi(options: ApiOptions): Api {
  const { rateLimit, attemptsMax, timeoutMs } = options;
  return {
    timeoutMs,
    async send<T>(call: Call): Promise<Reply<T>> {
      for (let attempt = 0; ; attempt++) {
        await rateLimit.wait(call.signal);
        const outcome = await sendOnce<T>(options, call);
        if ('data' in outcome) return outcome;
        const { error, retryAfterMs } = outcome;
        if (isUnknown(error)) call.onUnknown?.();
        if (!MAY_PASS.has(error.code) || attempt + 1 >= attemptsMax) throw error;
        await pause(backoffMs(attempt, retryAfterMs), call.signal);
      }
    },
  };
}

async function sendOnce<T>(options: ApiOptions, call: Call): Promise<Reply<T> | Failed> {
  const { baseUrl, apiKey, timeoutMs, rateLimit } = options;
  const { method, path, body, signal } = call;
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  try {
    const response = await options.fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error', // a key goes nowhere else
      headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json', ...json, ...call.headers },
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    rateLimit.heard(response.headers);
    return understood<T>(response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: new TollgateError('network_failed', { cause }), retryAfterMs: 0 };
  }
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: {
    readonly message?: unknown;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly requestId?: string;
  };
}

/** What an answer says, by its envelope. */
export function understood<T>({ ok, status: http, headers }: Response, text: string): Reply<T> | Failed {
  const { data, error } = parsed(text);
  if (ok && data !== undefined) return { data: data as T, headers };
  const facts: ErrorFacts = {
    http,
    details: error?.details ?? {},
    requestId: error?.requestId ?? headers.get('X-Request-Id'),
  };
  const code = typeof error?.message === 'string' && isApiCode(error.message) ? error.message : null;
  // What stands before a gateway answers for it when it is away, in words of its own.
  const unknown = http >= 500 ? 'service_unavailable' : 'unexpected_response';
  const seconds = Number(headers.get('Retry-After') ?? 0);
  return {
    error: new TollgateError(code ?? unknown, facts),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
  };
}

function parsed(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
