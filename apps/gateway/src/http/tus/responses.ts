/** Writes responses with the status codes and headers of tus, and the envelope and error messages of the API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TUS, TUS_ERRORS, type TusErrorName } from '@farebox/contract';
import { commonHeaders, encodeFailure, everyHeader, type ResponseContext } from '../response.ts';
import { discardUnreadBody } from '../unread-body.ts';

export interface TusReply {
  readonly http: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
}

/** A failure for which the protocol defines its own status code. */
export class TusError extends Error {
  override readonly name = 'TusError';
  readonly reason: TusErrorName;
  /** Shown to the client as `error.details`. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(reason: TusErrorName, details?: Readonly<Record<string, unknown>>) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

export function write(
  response: ServerResponse,
  { requestId, rateHeaders }: ResponseContext,
  { http, headers = {}, data }: TusReply,
): void {
  const body = data === undefined ? '' : JSON.stringify({ data });
  const common = data === undefined ? everyHeader(requestId) : commonHeaders(requestId, body);
  set(response, [...common, ...rateHeaders]);
  response.writeHead(http, headers);
  response.end(body);
}

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { context, error: { reason, details } }: { readonly context: ResponseContext; readonly error: TusError },
): void {
  if (response.destroyed) return;
  discardUnreadBody(request);
  context.reason = reason;
  const { http, status } = TUS_ERRORS[reason];
  const body = encodeFailure({ status, message: reason, details }, context);
  const own = http === 412 ? ['Tus-Version', TUS.version] : [];
  set(response, [...commonHeaders(context.requestId, body), ...context.rateHeaders, ...own]);
  response.writeHead(http);
  response.end(body);
}

function set(response: ServerResponse, pairs: readonly string[]): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) response.setHeader(pairs[at] as string, pairs[at + 1] as string);
}
