/**
 * Sends one HTTP request on a new connection, with limits for time and size, and without following redirects. A
 * connection is never reused: only then does "never connected" prove that not one byte of a provider call was written.
 */
import type { LookupFunction } from 'node:net';
import { Client, buildConnector, type errors } from 'undici';
import { decoded, TOO_LARGE } from './content-coding.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Time limit from the first packet to the last byte of the response. */
  readonly timeLimitMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
  /** Replaces DNS, for a caller that allows only some addresses. */
  readonly lookup?: LookupFunction;
}

export interface HttpResponse {
  readonly status: number;
  /** One text per header, whatever a proxy did to them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** No complete response arrived. The error contains no headers and no body, so that no key gets into a log. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** False: there was never a connection, so nothing can have arrived. */
  readonly connected: boolean;
  readonly code: string;
  /** A response came, with more bytes than allowed: its server can be reached. */
  readonly isTooLarge: boolean;
  constructor(connected: boolean, cause: unknown, bytesMax: number) {
    const code = codeOf(cause);
    const isTooLarge = [ABOVE_SIZE, TOO_LARGE].includes(code);
    super(isTooLarge ? aboveLimit(bytesMax) : `${connected ? 'incomplete response' : 'not connected'}: ${code}`, {
      cause,
    });
    this.connected = connected;
    this.code = code;
    this.isTooLarge = isTooLarge;
  }
}

const ABOVE_SIZE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

const aboveLimit = (bytesMax: number): string =>
  `the response has more than ${bytesMax} bytes, the limit: send less, or what is large as a file`;

const CONNECT_MS = 5000;

/** Rejects with TransportError only. */
export async function exchange(request: HttpRequest): Promise<HttpResponse> {
  let connected = false;
  let client: Client | undefined;
  try {
    client = openClient(request, () => (connected = true));
    return await replyOf(client, request);
  } catch (error) {
    throw new TransportError(connected, error, request.bytesMax);
  } finally {
    client?.destroy().catch(() => {}); // not awaited
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
    // A service may send its headers at once and the result a minute later, so only the total time is limited.
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

/** Equal duplicates count once; contradicting ones have no value. */
const oneOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? [...new Set(value)].join(', ') : value;

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'aborted';
  const { code, name } = error as errors.UndiciError;
  return typeof code === 'string' ? code : name;
};

/** The media type of a response, without parameters; empty if none is stated. */
export const contentTypeOf = ({ headers }: HttpResponse): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
