/** The HTTP server: limits for clients that are slow, large or malformed, and our envelope even for what is not HTTP. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS } from '@tollgate/contract';
import { encodeError } from './answer.ts';
import { newRequestId } from './request-id.ts';

const LIMITS_OF_CONNECTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** Head and body together; an upload of 12 MiB needs 280 KB/s. */
  requestTimeout: 60_000,
  /** Longer than load balancers keep an idle connection (60 s), so that it is never us who close under a request. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false,
} as const;

const CONNECTIONS_MAX = 10_000;

/** @param isDraining while true, every answer closes its connection, so that clients move to another gateway. */
export function createHttpServer(listener: RequestListener, isDraining: () => boolean): Server {
  const server = createServer(LIMITS_OF_CONNECTIONS, (request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
    listener(request, response);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('checkExpectation', listener); // an expectation we do not know is answered like any request
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseMalformed(error, socket));
  server.on('connect', (_request, socket) => refuseMalformed({ code: 'HPE_INVALID_METHOD' }, socket as Socket));
  return server;
}

/** The parser gave up, so the answer is written by hand and the connection ends. */
function refuseMalformed({ code }: { readonly code?: string | undefined }, socket: Socket): void {
  const answering = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true;
  if (!socket.writable || answering || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const error = new AppError(messageOf(code));
  const { http } = ERRORS[error.message];
  const body = encodeError(error, requestId);
  socket.end(
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function messageOf(code: string | undefined): 'invalid_request' | 'not_found' | 'request_too_large' {
  if (code === 'HPE_INVALID_METHOD') return 'not_found';
  return code === 'HPE_HEADER_OVERFLOW' ? 'request_too_large' : 'invalid_request';
}
