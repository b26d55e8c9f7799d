/** Writes answers: the two envelopes and the headers that every response has. One writeHead and one end a request. */
import type { ServerResponse } from 'node:http';
import { type AppError, ERRORS } from '@tollgate/contract';
import { type HandlerResult, type EncodedResult, encodeData } from '../call/endpoint.ts';

export interface ResponseContext {
  readonly requestId: string;
  /** Name, value, name, value…; of an authenticated key, once its request was counted. */
  rateHeaders: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

export function responseContext(requestId: string): ResponseContext {
  return { requestId, rateHeaders: NO_HEADERS };
}

export function writeResult(
  response: ServerResponse,
  context: ResponseContext,
  result: HandlerResult | EncodedResult,
): void {
  const body = 'encoded' in result ? result.encoded : encodeData(result.data);
  const headers: string[] = [];
  if (!('encoded' in result)) for (const name in result.headers) headers.push(name, result.headers[name] as string);
  writeJson(response, context, { http: result.status, body, headers });
}

export function writeError(response: ServerResponse, context: ResponseContext, error: AppError): void {
  const { http } = ERRORS[error.message];
  const headers: string[] = [];
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds));
  if (http === 401) headers.push('WWW-Authenticate', 'Bearer');
  writeJson(response, context, { http, body: encodeError(error, context.requestId), headers });
}

/**
 * `requestId` stands in the body only where we are to be asked about it; a refusal is the same bytes each time, so that
 * what is hidden and what does not exist cannot be told apart.
 */
export function encodeError(error: AppError, requestId: string): string {
  const { http, status } = ERRORS[error.message];
  const { message, details } = error;
  return JSON.stringify({ error: { status, message, details, requestId: http >= 500 ? requestId : undefined } });
}

interface Encoded {
  readonly http: number;
  readonly body: string;
  readonly headers: readonly string[];
}

/** Every header is given here at once: Node then encodes the head without a table of its own. */
function writeJson(
  response: ServerResponse,
  { requestId, rateHeaders }: ResponseContext,
  { http, body, headers }: Encoded,
): void {
  response.writeHead(http, [...commonHeaders(requestId, body), ...rateHeaders, ...headers]);
  response.end(body);
}

/** Name, value, name, value…: what every response has. */
export const commonHeaders = (requestId: string, body: string): readonly string[] => [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(Buffer.byteLength(body)),
  ...everyHeader(requestId),
];

/** Whatever the body is. */
export const everyHeader = (requestId: string): readonly string[] => [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'X-Request-Id',
  requestId,
];
