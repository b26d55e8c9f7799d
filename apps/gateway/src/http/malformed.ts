/**
 * The response to what is no HTTP, or no whole request: the parser gave up, so it is written by hand, and the connection ends. Never in
 * the place of another response: a request that came whole before it may have been accepted, and is answered first.
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS } from '@farebox/contract';
import { requestCutShort } from '../endpoint/failure.ts';
import { commonHeaders, encodeError } from './response.ts';
import { newRequestId } from './request-id.ts';

interface ParserError {
  readonly code?: string | undefined;
}

/** Connections whose earlier requests are answered before they end. */
const ending = new WeakSet<Socket>();

export function sendMalformed(error: ParserError, socket: Socket): void {
  if (ending.has(socket)) return;
  // The response that the connection is at, as Node keeps it; those behind it follow one by one.
  const { _httpMessage: current } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  const isWanted = socket.writable && error.code !== 'ECONNRESET';
  if (!isWanted || current?.req.complete !== true) return writeMalformed(error, socket, current?.headersSent === true);
  ending.add(socket);
  current.once('close', () => {
    ending.delete(socket);
    sendMalformed(error, socket);
  });
}

function writeMalformed({ code }: ParserError, socket: Socket, isResponding: boolean): void {
  // Nobody asked anything: a response would be taken for the response to what is asked next.
  if (!socket.writable || isResponding || code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const error = errorOf(code);
  const { http } = ERRORS[error.message];
  const body = encodeError(error, requestId);
  const retry = error.retryAfterSeconds === undefined ? [] : ['Retry-After', String(error.retryAfterSeconds)];
  const headers = [...commonHeaders(requestId, body), ...retry, 'Connection', 'close'];
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : []));
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${body}`);
}

function errorOf(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
    case 'HPE_INVALID_EOF_STATE':
      return requestCutShort();
    case 'HPE_INVALID_METHOD':
      return new AppError('not_found');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('request_too_large');
    default:
      return new AppError('invalid_request');
  }
}
