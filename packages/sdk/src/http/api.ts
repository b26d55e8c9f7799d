/**
 * One request to the API: headers, envelope and retries. Every request here is safe to repeat: reads, quotes and cancels are idempotent, uploads by
 * their content, and paid requests by the idempotency key that the caller has stored before.
 */
import type { ErrorFacts } from '../error-reason.ts';
import { isApiCode, isRetryable, FareboxError, unreachable } from '../errors.ts';
import { backoffMs } from './pause.ts';
import { before, chunksOf, limitOf, textOf } from './reading.ts';
import type { RateLimit } from './rate-limit.ts';
import { retryAfterMs } from './retry-after.ts';
import type { ToldPause } from './told-pauses.ts';

export interface ApiOptions {
  readonly baseUrl: string;
  /** Null if the URL is the permission. */
  readonly apiKey: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly rateLimit: RateLimit;
  readonly pause: ToldPause;
  /** Timeout of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** The most attempts of one request. */
  readonly attemptsMax: number;
  /** The longest wait for the next bytes of an event stream or a file, in milliseconds. Default 45,000: three missed comments of a stream. */
  readonly silenceMs?: number | undefined;
}

const SILENCE_MS = 45_000;
/** How long a client whose service has never answered tries: it is offline, or has a wrong address. */
const UNHEARD_MS = 2_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** An absolute path with its query. */
  readonly path: string;
  /** Serialized JSON, or bytes whose type is in the headers. */
  readonly body?: string | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** For paid requests: called when an attempt may have taken effect without a response that says so. The request is then retried after any error. */
  readonly onUnknown?: () => void;
  /** Milliseconds that the service itself may need for one attempt, if that is more than the timeout of the client. */
  readonly neededMs?: number;
  /** Default: the `attemptsMax` of the client. */
  readonly attemptsMax?: number;
}

/** `data` is undefined if the response has no body. */
export interface Reply<T> {
  readonly data: T;
  readonly headers: Headers;
}

export interface Api {
  /** Rejects with a FareboxError, or with the reason of the caller's signal. */
  readonly send: <T>(call: ApiRequest) => Promise<Reply<T>>;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  readonly silenceMs: number;
  /** Resolves with the body of a GET as it arrives, after retries like those of `send`. The body rejects if nothing arrives for `silenceMs`. */
  readonly open: (stream: StreamRequest) => Promise<AsyncIterable<string>>;
}

export interface StreamRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Not unknown: a response that says `accepted: false`, or a refusal before the work was considered. */
const isUnknown = ({ code, http, details }: FareboxError): boolean =>
  (http === null || http >= 500 || code === 'unexpected_response') && details['accepted'] !== false;

interface Failed {
  readonly error: FareboxError;
  /** The least pause before the next attempt. */
  readonly leastMs: number;
  /** Default: whether the catalogue calls the error retryable. */
  readonly mayRepeat?: boolean;
}

export function createApi(options: ApiOptions): Api {
  const { rateLimit, pause, timeoutMs, silenceMs = SILENCE_MS } = options;
  let isHeard = false;
  type Sent<R> = { readonly reply: R } | Failed;
  async function repeated<R>(
    { signal, attemptsMax = options.attemptsMax }: Pick<ApiRequest, 'signal' | 'attemptsMax'>,
    once: () => Promise<Sent<R>>,
  ): Promise<R> {
    const startMs = performance.now();
    for (let attempt = 0; ; attempt++) {
      await rateLimit.wait(signal);
      const outcome = await once();
      isHeard ||= 'reply' in outcome || outcome.error.http !== null;
      if ('reply' in outcome) return outcome.reply;
      const { error, leastMs, mayRepeat = isRetryable(error.code) } = outcome;
      if (!mayRepeat || attempt + 1 >= attemptsMax) throw error;
      const ms = backoffMs(attempt, leastMs);
      if (!isHeard && performance.now() - startMs + ms > UNHEARD_MS) throw error;
      await pause(ms, error.code === 'rate_limit_exceeded' ? 'rate_limit' : 'retry', signal);
    }
  }
  return {
    timeoutMs,
    silenceMs,
    send: <T>(call: ApiRequest) =>
      repeated<Reply<T>>(call, async () => {
        const outcome = await sendOnce<T>(options, call);
        if ('data' in outcome) return { reply: outcome };
        if (call.onUnknown === undefined || !isUnknown(outcome.error)) return outcome;
        call.onUnknown();
        return { ...outcome, mayRepeat: true };
      }),
    open: (stream) => repeated(stream, () => openOnce({ ...options, silenceMs }, stream)),
  };
}

async function openOnce(
  { baseUrl, apiKey, fetch, timeoutMs, rateLimit, silenceMs }: ApiOptions & { readonly silenceMs: number },
  { path, headers, signal }: StreamRequest,
): Promise<{ readonly reply: AsyncIterable<string> } | Failed> {
  signal?.throwIfAborted();
  const limit = limitOf(timeoutMs, signal);
  const opening = new AbortController();
  try {
    const sent = fetch(`${baseUrl}${path}`, {
      redirect: 'error',
      cache: CACHE,
      headers: { ...authorization(apiKey), ...headers },
      signal: opening.signal, // not the limit, which the stream outlives
    });
    const response = await before(sent, limit.signal);
    rateLimit.heard(response.headers);
    const isStream = response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (isStream && response.body !== null) return { reply: textsOf(chunksOf(response.body, { signal, silenceMs })) };
    const failed = understood(response, await textOf(response, limit.signal));
    if ('error' in failed) return failed;
    return { error: new FareboxError('unexpected_response', { http: response.status }), leastMs: 0 };
  } catch (cause) {
    opening.abort();
    signal?.throwIfAborted();
    return { error: unreachable(baseUrl, cause), leastMs: 0 };
  } finally {
    limit.end();
  }
}

/** Firefox lets a request wait while another one of the same URL may fill its cache: a read behind a long wait. */
const CACHE = 'no-store';

const authorization = (apiKey: string | null): Record<string, string> =>
  apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };

async function* textsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
}

const NOT_MODIFIED = 304;

async function sendOnce<T>(options: ApiOptions, call: ApiRequest): Promise<Reply<T> | Failed> {
  const { baseUrl, apiKey, timeoutMs, rateLimit } = options;
  const { method, path, body, signal, neededMs = 0 } = call;
  signal?.throwIfAborted();
  const limit = limitOf(Math.max(timeoutMs, neededMs), signal);
  const json: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  try {
    const sent = options.fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error', // the API key must reach no other server
      cache: CACHE,
      headers: { ...authorization(apiKey), Accept: 'application/json', ...json, ...call.headers },
      ...(body === undefined ? {} : { body }),
      signal: limit.signal,
    });
    const response = await before(sent, limit.signal);
    rateLimit.heard(response.headers);
    const isConditional = call.headers?.['If-None-Match'] !== undefined;
    if (isConditional && response.status === NOT_MODIFIED) return { data: undefined as T, headers: response.headers };
    return understood<T>(response, await textOf(response, limit.signal));
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: unreachable(baseUrl, cause), leastMs: 0 };
  } finally {
    limit.end();
  }
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: {
    readonly message?: unknown;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly requestId?: string;
    readonly documentation?: string;
  };
}

/** Reads a response: the envelope, or a list for JSON lines. */
export function understood<T>({ ok, status: http, headers }: Response, text: string): Reply<T> | Failed {
  const isLines = ok && headers.get('Content-Type')?.startsWith('application/jsonl') === true;
  const { data, error } = parsed(isLines ? `{"data":[${text.trim().split('\n').join(',')}]}` : text);
  const isEmpty = text === '' && http !== 200;
  if (ok && (data !== undefined || isEmpty)) return { data: data as T, headers };
  const facts: ErrorFacts = {
    http,
    details: error?.details ?? {},
    requestId: error?.requestId ?? headers.get('X-Request-Id'),
    documentation: error?.documentation ?? null,
  };
  const code = typeof error?.message === 'string' && isApiCode(error.message) ? error.message : null;
  // A proxy in front of an unavailable gateway responds in its own format.
  const unknown = http >= 500 ? 'service_unavailable' : 'unexpected_response';
  return { error: new FareboxError(code ?? unknown, facts), leastMs: retryAfterMs(headers) };
}

function parsed(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
