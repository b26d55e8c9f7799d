/** The HTTP server: limits for slow, large and malformed requests, and the error envelope even for bytes that are not HTTP. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest, LIMITS } from '@farebox/contract';
import { responseContext, writeError } from './response.ts';
import type { RequestLog } from './request-log.ts';
import { createLateRequests } from './late-requests.ts';
import { headProblems } from './head.ts';
import { sendMalformed } from './malformed.ts';
import { boundPieces } from './tiny-pieces.ts';
import { discardUnreadBody } from './unread-body.ts';

const LIMITS_OF_CONNECTIONS = {
  maxHeaderSize: LIMITS.headBytes,
  headersTimeout: 10_000,
  /** Head and body together: an upload of 12 MiB needs 70 KB/s. JSON bodies have a shorter limit (read-body.ts). */
  requestTimeout: 240_000,
  /** Longer than load balancers keep an idle connection (60 s), so that the gateway never closes one under a request. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  /**
   * Time limit without a byte in either direction during a request: a client that never reads its response is disconnected.
   * Longer than any wait inside the gateway.
   */
  stalledMs: 120_000,
  /** The gateway refuses such a request itself, in the error envelope. */
  requireHostHeader: false,
};

const CONNECTIONS_MAX = 10_000;

export interface HttpServerOptions {
  /** While true, every response closes its connection, so that clients move to another gateway. */
  readonly isDraining: () => boolean;
  readonly limits?: Partial<typeof LIMITS_OF_CONNECTIONS>;
  readonly connectionsMax?: number;
  readonly log?: RequestLog;
  /** The page about errors; without it, errors name no page. */
  readonly errorsUrl?: string;
}

export function createHttpServer(listener: RequestListener, settings: HttpServerOptions): Server {
  const { isDraining, limits, connectionsMax = CONNECTIONS_MAX, log, errorsUrl } = settings;
  const telling = { told: log?.malformed, errorsUrl };
  const lateRequests = createLateRequests();
  const onRequest: RequestListener = (request, response) => {
    const startMs = performance.now();
    if (log !== undefined) response.once('close', () => log.ended(request, response, startMs));
    responseContext(response).errorsUrl = errorsUrl;
    lateRequests.began(request);
    boundPieces(request, errorsUrl);
    const problems = headProblems(request);
    if (isDraining() || problems !== null) response.shouldKeepAlive = false;
    if (problems === null) return listener(request, response);
    discardUnreadBody(request);
    writeError(response, responseContext(response), invalidRequest(problems));
  };
  const { stalledMs, ...options } = { ...LIMITS_OF_CONNECTIONS, ...limits };
  const server = createServer(options, onRequest);
  server.maxConnections = connectionsMax;
  server.timeout = stalledMs;
  server.on('checkExpectation', onRequest); // a request with an unknown expectation is handled like any other
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const sendError = (): void => sendMalformed(error, socket, telling);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') lateRequests.timedOut(socket, sendError);
    else sendError();
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}); // Node no longer listens for it; without a listener a reset would end the process
    sendMalformed({ code: 'HPE_INVALID_METHOD' }, socket as Socket, telling);
  });
  return server;
}
