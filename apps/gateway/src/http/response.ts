/** Writes responses: the two envelopes and the common headers, with one `writeHead` and one `end` per request. */
import type { ServerResponse } from 'node:http';
import { type AppError, ERRORS } from '@farebox/contract';
import { newRequestId } from './request-id.ts';
import { type HandlerResult, type EncodedResult, type LinesResult, encodeData } from '../endpoint/handler.ts';

export interface ResponseContext {
  readonly requestId: string;
  /** The page about errors; undefined if none is served. */
  errorsUrl?: string | undefined;
  /** Name, value, name, value…; set once the request of an authenticated key was counted. */
  rateHeaders: readonly string[];
  /** For the log line of the request: its route's pattern, project and execution, and the error that it got. */
  route?: string;
  projectId?: string;
  executionId?: string | undefined;
  reason?: string;
}

export const JSON_BODY = 'application/json; charset=utf-8';
/** JSON Lines is UTF-8 by definition, so its type has no charset parameter. */
const JSON_LINES = 'application/jsonl';
const NO_HEADERS: readonly string[] = [];

const contexts = new WeakMap<ServerResponse, ResponseContext>();

/** The context of a response: made by the first part that handles the request, and found by every later one. */
export function responseContext(response: ServerResponse, route?: string): ResponseContext {
  let context = contexts.get(response);
  if (context === undefined) {
    context = { requestId: newRequestId(), rateHeaders: NO_HEADERS };
    contexts.set(response, context);
  }
  if (route !== undefined) context.route = route;
  return context;
}

export const contextOf = (response: ServerResponse): ResponseContext | undefined => contexts.get(response);

export function writeResult(
  response: ServerResponse,
  context: ResponseContext,
  result: HandlerResult | EncodedResult | LinesResult,
): void {
  const headers: string[] = [];
  if (!('encoded' in result)) for (const name in result.headers) headers.push(name, result.headers[name] as string);
  if ('lines' in result)
    return write(response, context, { http: 200, type: JSON_LINES, body: linesOf(result), headers });
  const body = 'encoded' in result ? result.encoded : encodeData(result.data);
  write(response, context, { http: result.status, type: JSON_BODY, body, headers });
}

const linesOf = ({ lines }: LinesResult): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export function writeError(response: ServerResponse, context: ResponseContext, error: AppError): void {
  const { http } = ERRORS[error.message];
  context.reason = error.message;
  const headers: string[] = [];
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds));
  if (http === 401) headers.push('WWW-Authenticate', 'Bearer');
  write(response, context, { http, type: JSON_BODY, body: encodeError(error, context), headers });
}

interface Failure {
  /** A google.rpc.Code name. */
  readonly status: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Except for `requestId`, the same error has the same bytes each time, so that hidden and missing things cannot be distinguished. */
export function encodeFailure(failure: Failure, { requestId, errorsUrl }: Context): string {
  const { status, message, details } = failure;
  const documentation = errorsUrl === undefined ? undefined : `${errorsUrl}#${message}`;
  return JSON.stringify({ error: { status, message, details, requestId, documentation } });
}

type Context = Pick<ResponseContext, 'requestId' | 'errorsUrl'>;

export const encodeError = ({ message, details }: AppError, context: Context): string =>
  encodeFailure({ status: ERRORS[message].status, message, details }, context);

interface Encoded {
  readonly http: number;
  readonly type: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/** Passes all headers at once: Node then encodes the head without building a table of headers. */
function write(
  response: ServerResponse,
  { requestId, rateHeaders }: ResponseContext,
  { http, type, body, headers }: Encoded,
): void {
  response.writeHead(http, [...commonHeaders(requestId, body, type), ...rateHeaders, ...headers]);
  response.end(body);
}

/** Headers of every response with a body, as name, value, name, value…. */
export const commonHeaders = (requestId: string, body: string, type = JSON_BODY): readonly string[] => [
  'Content-Type',
  type,
  'Content-Length',
  String(Buffer.byteLength(body)),
  ...everyHeader(requestId),
];

/** Headers of every response, with or without a body. */
export const everyHeader = (requestId: string): readonly string[] => [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'X-Request-Id',
  requestId,
];
