/**
 * One HTTP request on a connection of its own: bounded in time and size, redirects not followed. A connection is never reused,
 * because only then does "never connected" prove that not one byte of a paid call was written.
 */
import type { LookupFunction } from 'node:net';
import { Client, buildConnector, type errors } from 'undici';
import { decoded } from './content-coding.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** From the first packet to the last byte of the response. */
  readonly timeLimitMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
  /** Replaces DNS, for a caller that allows only some addresses. */
  readonly lookup?: LookupFunction;
}

export interface HttpResponse {
  readonly status: number;
  /** One text each, whatever a proxy on the way did to them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** No whole response came. Says nothing of what was sent: neither headers nor body, so no key gets into a log by it. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** False: there was never a connection, so nothing can have arrived. */
  readonly connected: boolean;
  readonly code: string;
  constructor(connected: boolean, cause: unknown) {
    const code = codeOf(cause);
    super(connected ? `no whole response: ${code}` : `not connected: ${code}`, { cause });
    this.connected = connected;
    this.code = code;
  }
}

const CONNECT_MS = 5000;

/** Rejects with TransportError only. */
export async function exchange(request: HttpRequest): Promise<HttpResponse> {
  let connected = false;
  let client: Client | undefined;
  try {
    client = openClient(request, () => (connected = true));
    return await replyOf(client, request);
  } catch (error) {
    throw new TransportError(connected, error);
  } finally {
    client?.destroy().catch(() => {}); // nobody waits for it
  }
}

function openClient({ url, timeLimitMs, bytesMax, lookup }: HttpRequest, onConnected: () => void): Client {
  const connect = buildConnector({
    timeout: Math.min(CONNECT_MS, timeLimitMs),
    allowH2: false,
    ...(lookup === undefined ? {} : { lookup }),
  });
  return new Client(url.origin, {
    connect: (options, callback) =>
      connect(options, (...result) => {
        if (result[0] === null) onConnected();
        callback(...result);
      }),
    pipelining: 0,
    headersTimeout: timeLimitMs,
    // A service may say at once that it works, and what it made a minute later: only the whole time counts.
    bodyTimeout: timeLimitMs,
    maxResponseSize: bytesMax,
  });
}

async function replyOf(client: Client, request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, timeLimitMs, bytesMax, signal, body: sent } = request;
  const {
    statusCode,
    headers: received,
    body,
  } = await client.request({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: sent ?? null,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
  });
  const single = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, oneOf(value)]));
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers: single, body: await decoded(bytes, single['content-encoding'], bytesMax) };
}

/** The same said twice is said once; what contradicts itself is no value that anybody reads. */
const oneOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? [...new Set(value)].join(', ') : value;

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'aborted';
  const { code, name } = error as errors.UndiciError;
  return typeof code === 'string' ? code : name;
};

/** The media type of a response, without parameters; empty where none is stated. */
export const contentTypeOf = ({ headers }: HttpResponse): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
