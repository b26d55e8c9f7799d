/**
 * Responds to bytes that are not HTTP and to incomplete requests. The parser has stopped, so the response is written by
 * hand and the connection ends. It never replaces another response: a complete request before it may have been accepted,
 * and gets its response first.
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS, invalidRequest, LIMITS } from '@farebox/contract';
import { requestCutShort } from '../endpoint/failure.ts';
import { commonHeaders, encodeError } from './response.ts';
import { newRequestId } from './request-id.ts';

interface ParserError {
  readonly code?: string | undefined;
}

/** Connections that end once their earlier requests have responses. */
const ending = new WeakSet<Socket>();

export interface SentMalformed {
  readonly requestId: string;
  readonly status: number;
  readonly reason: string;
}

interface Telling {
  /** Called if the client gets a response. */
  readonly told?: ((sent: SentMalformed) => void) | undefined;
  /** The page about errors. */
  readonly errorsUrl?: string | undefined;
}

export function sendMalformed(error: ParserError, socket: Socket, { told = () => {}, errorsUrl }: Telling = {}): void {
  if (ending.has(socket)) return;
  // The response that Node is writing on this connection; later responses follow one by one.
  const { _httpMessage: current } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  const isWanted = socket.writable && error.code !== 'ECONNRESET';
  if (!isWanted || current?.req.complete !== true) {
    const sent = writeMalformed(error, { socket, isResponding: current?.headersSent === true, errorsUrl });
    if (sent !== null) told(sent);
    return;
  }
  ending.add(socket);
  current.once('close', () => {
    ending.delete(socket);
    sendMalformed(error, socket, { told, errorsUrl });
  });
}

interface Connection {
  readonly socket: Socket;
  readonly isResponding: boolean;
  readonly errorsUrl: string | undefined;
}

function writeMalformed({ code }: ParserError, { socket, isResponding, errorsUrl }: Connection): SentMalformed | null {
  // There was no request: the client would take a response for the response to its next request.
  if (!socket.writable || isResponding || code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy();
    return null;
  }
  const requestId = newRequestId();
  const error = errorOf(code);
  const { http } = ERRORS[error.message];
  const body = encodeError(error, { requestId, errorsUrl });
  const retry = error.retryAfterSeconds === undefined ? [] : ['Retry-After', String(error.retryAfterSeconds)];
  const headers = [...commonHeaders(requestId, body), ...retry, 'Connection', 'close'];
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : []));
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${body}`);
  return { requestId, status: http, reason: error.message };
}

function errorOf(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
    case 'HPE_INVALID_EOF_STATE':
      return requestCutShort();
    case 'HPE_INVALID_METHOD':
      return new AppError('not_found');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('request_too_large', { details: { headBytesMax: LIMITS.headBytes } });
    default:
      return invalidRequest({ '': 'is not HTTP/1.1' });
  }
}
