/** Express without its additions: no header, no ETag, no error page, no second spelling of a path. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { responseContext } from './response.ts';
import type { SendError } from './send-error.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function bareApp(): Express {
  const app = express();
  return app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
}

/** Ends an app: responds to requests that match no route or that Express cannot route, such as a malformed escape in a path. */
export function closeTheRest(app: Express, absent: Listener, sendError: SendError): void {
  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const { status } = error as { status?: number };
    if (status !== undefined && status < 500) return absent(request, response);
    sendError(request, response, { context: responseContext(response), error, route: undefined });
  };
  app.use(absent as RequestHandler);
  app.use(onError);
}
