/**
 * One request to the API: its headers, its envelope, and its repetitions. Everything that goes through here may be sent again: reads, quotes and
 * cancels by their nature, uploads by their content, paid requests by their idempotency key, which whoever calls has stored before.
 */
import { type ErrorFacts, isApiCode, isRetryable, FareboxError } from '../errors.ts';
import { backoffMs, pause } from './pause.ts';
import type { RateLimit } from './rate-limit.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ApiOptions {
  readonly baseUrl: string;
  /** Null where the address is the permission. */
  readonly apiKey: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly rateLimit: RateLimit;
  /** Of one sending, in milliseconds. */
  readonly timeoutMs: number;
  /** Sendings of one request at most. */
  readonly attemptsMax: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root, with its query. */
  readonly path: string;
  /** JSON as it is to be sent, or bytes, whose type is among the headers. */
  readonly body?: string | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Of what is paid for: told when a sending ended without an answer that says whether it took effect. It is sent again then, whatever the answer was. */
  readonly onUnknown?: () => void;
  /** Default: that of the API. */
  readonly attemptsMax?: number;
}

/** `data` is undefined where a response has no body. */
export interface Reply<T> {
  readonly data: T;
  readonly headers: Headers;
}

export interface Api {
  /** Rejects with a FareboxError, or with the reason of the caller's signal. */
  readonly send: <T>(call: Call) => Promise<Reply<T>>;
  /** Of one sending. */
  readonly timeoutMs: number;
  /** The body of a GET as it comes, once it begins; sent again as `send` does. The body rejects where nothing came for `silenceMs`. */
  readonly open: (stream: StreamCall) => Promise<AsyncIterable<string>>;
}

export interface StreamCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly silenceMs: number;
}

/** A response that says that nothing was accepted is no doubt; neither is one from before the work was looked at. */
const isUnknown = ({ code, http, details }: FareboxError): boolean =>
  (http === null || http >= 500 || code === 'unexpected_response') && details['accepted'] !== false;

interface Failed {
  readonly error: FareboxError;
  /** The least pause before it is sent again. */
  readonly leastMs: number;
  /** Left out: what the catalogue says of the error. */
  readonly mayRepeat?: boolean;
}

export function createApi(options: ApiOptions): Api {
  const { rateLimit, timeoutMs } = options;
  type Sent<R> = { readonly reply: R } | Failed;
  async function repeated<R>(
    { signal, attemptsMax = options.attemptsMax }: Pick<Call, 'signal' | 'attemptsMax'>,
    once: () => Promise<Sent<R>>,
  ): Promise<R> {
    for (let attempt = 0; ; attempt++) {
      await rateLimit.wait(signal);
      const outcome = await once();
      if ('reply' in outcome) return outcome.reply;
      const { error, leastMs, mayRepeat = isRetryable(error.code) } = outcome;
      if (!mayRepeat || attempt + 1 >= attemptsMax) throw error;
      await pause(backoffMs(attempt, leastMs), signal);
    }
  }
  return {
    timeoutMs,
    send: <T>(call: Call) =>
      repeated<Reply<T>>(call, async () => {
        const outcome = await sendOnce<T>(options, call);
        if ('data' in outcome) return { reply: outcome };
        if (call.onUnknown === undefined || !isUnknown(outcome.error)) return outcome;
        call.onUnknown();
        return { ...outcome, mayRepeat: true };
      }),
    open: (stream) => repeated(stream, () => openOnce(options, stream)),
  };
}

async function openOnce(
  { baseUrl, apiKey, fetch, timeoutMs, rateLimit }: ApiOptions,
  { path, headers, signal, silenceMs }: StreamCall,
): Promise<{ readonly reply: AsyncIterable<string> } | Failed> {
  signal?.throwIfAborted();
  const silent = new AbortController();
  const until = (ms: number) => setTimeout(() => silent.abort(), ms);
  const late = until(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      redirect: 'error',
      headers: { ...authorization(apiKey), ...headers },
      signal: signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]),
    });
    rateLimit.heard(response.headers);
    const isStream = response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
    if (isStream && response.body !== null) return { reply: textsOf(response.body, () => until(silenceMs)) };
    const failed = understood(response, await response.text());
    if ('error' in failed) return failed;
    return { error: new FareboxError('unexpected_response', { http: response.status }), leastMs: 0 };
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: new FareboxError('network_failed', { cause }), leastMs: 0 };
  } finally {
    clearTimeout(late);
  }
}

const authorization = (apiKey: string | null): Record<string, string> =>
  apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };

/** @param watch begins to wait for the next piece. */
async function* textsOf(
  body: ReadableStream<Uint8Array>,
  watch: () => ReturnType<typeof setTimeout>,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let timer = watch();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer);
      yield decoder.decode(piece.value, { stream: true });
      timer = watch();
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

async function sendOnce<T>(options: ApiOptions, call: Call): Promise<Reply<T> | Failed> {
  const { baseUrl, apiKey, timeoutMs, rateLimit } = options;
  const { method, path, body, signal } = call;
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const json: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  try {
    const response = await options.fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error', // a key goes nowhere else
      headers: { ...authorization(apiKey), Accept: 'application/json', ...json, ...call.headers },
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    rateLimit.heard(response.headers);
    return understood<T>(response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: new FareboxError('network_failed', { cause }), leastMs: 0 };
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

/** What an answer says: by its envelope, or, of JSON lines, the list of them. */
export function understood<T>({ ok, status: http, headers }: Response, text: string): Reply<T> | Failed {
  const isLines = ok && headers.get('Content-Type')?.startsWith('application/jsonl') === true;
  const { data, error } = parsed(isLines ? `{"data":[${text.trim().split('\n').join(',')}]}` : text);
  const isEmpty = text === '' && http !== 200;
  if (ok && (data !== undefined || isEmpty)) return { data: data as T, headers };
  const facts: ErrorFacts = {
    http,
    details: error?.details ?? {},
    requestId: error?.requestId ?? headers.get('X-Request-Id'),
  };
  const code = typeof error?.message === 'string' && isApiCode(error.message) ? error.message : null;
  // What stands before a gateway answers for it when it is away, in words of its own.
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
