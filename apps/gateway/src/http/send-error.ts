/** The one place where a failure becomes a response and, if it is ours, a line in the log. */
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
    // Nobody is left to be answered, and what was thrown was thrown by their going away.
    if (error instanceof ClientGoneError || response.destroyed || request.socket.destroyed) return;
    const failure = failureOf(error, route);
    report(failure, { requestId: context.requestId, route });
    if (response.headersSent) {
      response.destroy(); // half a response must not look like a whole one
      return;
    }
    discardUnreadBody(request);
    writeError(response, context, failure);
  };
}

/** What we refuse by rule is the client's affair; what we failed at is ours. */
export const createReport =
  (logger: Logger): ReportFailure =>
  ({ message, cause }, fields) => {
    if (message === 'internal_error') logger.error({ ...fields, err: cause }, 'a request failed by a defect of ours');
    if (message === 'service_unavailable')
      logger.warn({ ...fields, reason: reasonOf(cause) }, 'a request could not be served');
  };

/** Stack traces of a database that is down say nothing, many times. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : 'too many uploads at once';
