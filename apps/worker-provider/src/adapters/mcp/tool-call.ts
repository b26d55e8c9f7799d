/**
 * One call of a tool of an MCP server over streamable HTTP. The official client does the handshake; the response to the call
 * is read from its own bytes, so that an amount never becomes a float. Each request is guarded, limited and never redirected.
 */
import { type HttpResponse, contentTypeOf, TransportError } from '../../http/exchange.ts';
import { isRecord, type Json, type JsonRecord, member, parseJson, ResponseError } from '../../http/json.ts';
import type { HttpApi } from '../openapi/http-api.ts';
import { ProviderError } from '../provider-error.ts';

export interface ToolCall {
  readonly tool: string;
  /** JSON of the arguments. */
  readonly body: string;
  readonly token: string;
}

export interface Calling {
  readonly api: HttpApi;
  readonly timeLimitMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

/** The call itself was not sent: the handshake failed. */
export class CallNotSent extends Error {
  override readonly name = 'CallNotSent';
}

/** Servers that do the work of one token once find it here. */
const TOKEN_KEY = 'farebox/token';

/** The `result` of the call. Rejects with CallNotSent, TransportError, ProviderError or ResponseError. */
export async function calledTool({ tool, body, token }: ToolCall, calling: Calling): Promise<JsonRecord> {
  const seen: Seen = { wasSent: false, response: null, failure: null };
  const { Client, StreamableHTTPClientTransport } = await protocol();
  const client = new Client({ name: 'farebox', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL('http://server.invalid/'), {
    fetch: fetchBy(calling, seen),
  });
  const { timeLimitMs: timeout, signal } = calling;
  try {
    await client.connect(transport, { timeout, signal });
    const given = JSON.parse(body) as Record<string, unknown>;
    await client.callTool({ name: tool, arguments: given, _meta: { [TOKEN_KEY]: token } }, { timeout, signal });
  } catch (error) {
    if (!seen.wasSent) throw new CallNotSent(messageOf(seen.failure ?? error), { cause: seen.failure ?? error });
    // The client refuses results that this release reads, and accepts none that it would not.
    if (seen.response === null) throw seen.failure ?? new ResponseError(messageOf(error));
  } finally {
    client.close().catch(() => {}); // not awaited
  }
  if (seen.response === null) throw new ResponseError('no response to the call');
  return resultIn(seen.response);
}

/** Imported at the first call: a worker without MCP servers saves its memory. */
const protocol = () => import('@modelcontextprotocol/client');

interface Seen {
  wasSent: boolean;
  response: HttpResponse | null;
  /** The error of a request, which the client may have wrapped. */
  failure: Error | null;
}

/** Nothing is sent but messages: there is no stream of the server's own, and no session is kept. */
const NOT_ALLOWED = 405;

const fetchBy =
  ({ api, timeLimitMs, bytesMax, signal }: Calling, seen: Seen): typeof fetch =>
  async (_url, init = {}) => {
    if (init.method !== 'POST' || typeof init.body !== 'string') return new Response(null, { status: NOT_ALLOWED });
    const isCall = methodOf(init.body) === 'tools/call';
    // The client may not repeat a call, whatever the response was.
    if (isCall && seen.wasSent) return new Response(null, { status: NOT_ALLOWED });
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    seen.wasSent ||= isCall;
    try {
      const response = await api({ method: 'POST', path: '', headers, body: init.body, timeLimitMs, bytesMax, signal });
      if (isCall) seen.response = response;
      return toldTo(response);
    } catch (error) {
      seen.failure = error as Error;
      if (isCall && error instanceof TransportError && !error.connected) seen.wasSent = false;
      throw error;
    }
  };

function toldTo({ status, headers, body }: HttpResponse): Response {
  const told = new Headers(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  // It was decoded already.
  told.delete('content-encoding');
  told.delete('content-length');
  const hasNoBody = status === 202 || status === 204 || status === 304;
  return new Response(hasNoBody ? null : new Uint8Array(body), { status, headers: told });
}

function methodOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly method?: unknown }).method;
  } catch {
    return undefined;
  }
}

/** Codes of JSON-RPC which mean that the call was refused before its work. */
const REFUSED_CODES: readonly string[] = ['-32600', '-32601', '-32602'];

/** The server refused the call before its work. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

function resultIn(response: HttpResponse): JsonRecord {
  if (response.status < 200 || response.status > 299) throw new ProviderError(response);
  const message = messagesIn(response).find(
    (each) => isRecord(member(each, 'result')) || isRecord(member(each, 'error')),
  );
  const result = member(message, 'result');
  if (isRecord(result)) return result;
  const code = JSON.stringify(member(member(message, 'error'), 'code') ?? null);
  if (REFUSED_CODES.some((refused) => code.includes(refused))) throw new CallRefused('refused by the server');
  const error = new ResponseError('neither a result nor a refusal');
  error.received = response.body;
  throw error;
}

/** One message, or the messages of an event stream. */
function messagesIn(response: HttpResponse): readonly Json[] {
  if (contentTypeOf(response) !== 'text/event-stream') return [parseJson(response.body)];
  return response.body
    .toString('utf8')
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '')
    .map((data) => parseJson(Buffer.from(data)));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'error').slice(0, 200);
