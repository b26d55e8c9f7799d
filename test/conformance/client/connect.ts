/** A small client of the API. It asserts the envelope of every response, so that no test has to, and hides no part of it. */
import { expect, inject } from 'vitest';
import { expectEnvelope, readRateLimit, type ApiError, type RateLimit } from './envelope.ts';
import { expectDocumented } from './documented.ts';
import './provided.ts';

export interface Reply<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The unparsed body. */
  readonly text: string;
  /** `data` of a success; throws on an error. */
  readonly data: T;
  /** `error` of an error response; throws on a success. */
  readonly error: ApiError;
  /** `200`, or `400 invalid_json`. */
  readonly outcome: string;
  readonly rateLimit: RateLimit;
}

export interface Client {
  readonly get: <T = unknown>(path: string) => Promise<Reply<T>>;
  /** Sends `body` as JSON; a string or bytes are sent as they are. */
  readonly post: <T = unknown>(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply<T>>;
  readonly send: <T = unknown>(method: string, path: string, init?: RequestInit) => Promise<Reply<T>>;
}

/** Index of a gateway, modulo their number, so that a test may name the second one where it exists; or one of another system. */
type Gateway = number | 'closed' | URL;

export function connect(key: string | null, gateway: Gateway = 0): Client {
  const authorization = key === null ? {} : { Authorization: `Bearer ${key}` };
  const send: Client['send'] = (method, path, init = {}) =>
    ask(`${gatewayUrl(gateway)}${path}`, {
      ...init,
      method,
      headers: { ...authorization, ...(init.headers as object) },
    });
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers) =>
      send('POST', path, { ...bodyOf(body), headers: { ...contentType(body), ...headers } }),
  };
}

export function gatewayUrl(gateway: Gateway = 0): string {
  if (gateway instanceof URL) return gateway.origin;
  if (gateway === 'closed') return inject('closedGatewayUrl') as string;
  const urls = inject('gatewayUrls');
  return urls[gateway % urls.length] as string;
}

const contentType = (body: unknown): object => (body === undefined ? {} : { 'Content-Type': 'application/json' });

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return {
    body: typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  };
}

async function ask<T>(url: string, init: RequestInit): Promise<Reply<T>> {
  const response = await fetch(url, { redirect: 'error', ...init });
  const { pathname } = new URL(url);
  const text = await textOf(response, pathname.endsWith('/tools/events'));
  const asked = `${init.method} ${pathname}`;
  if (UNENVELOPED.includes(response.headers.get('Content-Type') ?? '')) return streamed<T>(response, text);
  const reply = understand<T>(response, text, asked);
  await expectDocumented({
    ...splitUrl(url),
    method: init.method ?? 'GET',
    status: response.status,
    headers: response.headers,
    body: parsed(text, asked),
  });
  return reply;
}

/** The whole body; of an endless stream, its first chunk. */
async function textOf(response: Response, isEndless: boolean): Promise<string> {
  if (!isEndless || !response.ok) return await response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (/^event: snapshot$/m.test(text)) break;
  }
  return text;
}

/** Splits a URL into the gateway's base URL and the path below it. */
function splitUrl(url: string): { readonly gatewayUrl: string; readonly path: string } {
  const known = [...inject('gatewayUrls'), inject('closedGatewayUrl')].filter((each) => each !== null);
  const base = known.find((each) => url.startsWith(`${each}/`)) ?? new URL(url).origin;
  return { gatewayUrl: base, path: url.slice(base.length).replace(/\?.*$/s, '') };
}

/** Content types without an envelope: streams and JSON lines. */
const UNENVELOPED = ['text/event-stream', 'application/jsonl'];

/** The reply for a complete stream: its text. */
const streamed = <T>(response: Response, text: string): Reply<T> => ({
  status: response.status,
  headers: response.headers,
  text,
  outcome: `${response.status}`,
  rateLimit: readRateLimit(response) ?? { remaining: NaN, resetSeconds: NaN },
  get data(): T {
    throw new Error('a stream has no data of its own');
  },
  get error(): ApiError {
    throw new Error('the stream was not refused');
  },
});

function understand<T>(response: Response, text: string, asked: string): Reply<T> {
  const body = parsed(text, asked);
  expectEnvelope(response, body, asked);
  const { data, error } = body as { data?: T; error?: ApiError };
  return {
    status: response.status,
    headers: response.headers,
    text,
    outcome: error === undefined ? `${response.status}` : `${response.status} ${error.message}`,
    rateLimit: readRateLimit(response) ?? { remaining: NaN, resetSeconds: NaN },
    get data(): T {
      if (data === undefined) throw new Error(`${asked} was refused: ${text}`);
      return data;
    },
    get error(): ApiError {
      if (error === undefined) throw new Error(`${asked} was not refused: ${text}`);
      return error;
    },
  };
}

function parsed(text: string, asked: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return expect.fail(`${asked} answered no JSON: ${text.slice(0, 200)}`);
  }
}
