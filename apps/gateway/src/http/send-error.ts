/** Converts every failure to a response and, if the gateway is at fault, to a log line. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError, RouteName } from '@farebox/contract';
import type { Logger } from '@farebox/telemetry';
import { type ResponseContext, writeError } from './response.ts';
import { failureOf } from '../endpoint/failure.ts';
import { ClientGoneError } from './read-body.ts';
import { discardUnreadBody } from './unread-body.ts';

export interface SentError {
  readonly context: ResponseContext;
  readonly error: unknown;
  /** Undefined outside the API's routes. */
  readonly route: RouteName | undefined;
}

export type ReportFailure = (
  failure: AppError,
  fields: { readonly requestId: string; readonly route: string | undefined },
) => void;

export type SendError = (request: IncomingMessage, response: ServerResponse, rejection: SentError) => void;

export function createSendError(logger: Logger): SendError {
  const report = createReport(logger);
  return (request, response, { context, error, route }) => {
    // The client has disconnected; its disconnecting caused the error.
    if (error instanceof ClientGoneError || response.destroyed || request.socket.destroyed) return;
    const failure = failureOf(error, route);
    report(failure, { requestId: context.requestId, route });
    if (response.headersSent) {
      response.destroy(); // a partial response must not look complete
      return;
    }
    discardUnreadBody(request);
    writeError(response, context, failure);
  };
}

/** Logs only failures of the gateway; errors of the client are not logged. */
export const createReport =
  (logger: Logger): ReportFailure =>
  ({ message, cause }, fields) => {
    if (message === 'internal_error') logger.error({ ...fields, err: cause }, 'a request failed by a defect of ours');
    if (message === 'service_unavailable')
      logger.warn({ ...fields, reason: reasonOf(cause) }, 'a request could not be served');
  };

/** Returns a short reason, because an unreachable database would fill the log with stack traces. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : 'too many uploads at once';
