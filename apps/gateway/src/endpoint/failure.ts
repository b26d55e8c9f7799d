/** Converts any thrown value to the error of a response. A failing dependency is 503; an unexpected error is 500. */
import { AppError, ERRORS, LIMITS, type RouteName } from '@farebox/contract';
import { isUnavailable as isDatabaseUnavailable } from '@farebox/db';
import { StorageUnavailableError } from '@farebox/storage';

/** @param route undefined outside the API's routes. */
export function failureOf(error: unknown, route: RouteName | undefined): AppError {
  const failure = knownFailureOf(error);
  return (route === 'createExecution' || route === 'createBatch') && ERRORS[failure.message].http === 503
    ? withAccepted(failure, 'unknown')
    : failure;
}

function knownFailureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return unavailable('service_unavailable', error);
  return new AppError('internal_error', { cause: error });
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || isDatabaseUnavailable(error) || isDiskFull(error);

/** The temporary folder is full for a while: files that arrive leave it soon. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

export const unavailable = (
  message: 'execution_disabled' | 'service_unavailable' | 'tool_temporarily_unavailable',
  cause?: unknown,
): AppError => new AppError(message, { retryAfterSeconds: LIMITS.pollSeconds, cause });

/**
 * Adds `accepted` to the error of a paid request unless it is set already. `false` is allowed only after a check under the
 * lock of accepts: otherwise this request, or an earlier one with the same key, may still be on its way to the database in
 * some gateway.
 */
export function withAccepted(failure: AppError, accepted: false | 'unknown'): AppError {
  const { message, details, retryAfterSeconds, cause } = failure;
  const extras = { ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), cause };
  return new AppError(message, { ...extras, details: { accepted, ...details } });
}

/** An incomplete request has no effect, whatever its endpoint. */
export const requestCutShort = (): AppError => withAccepted(unavailable('service_unavailable'), false);
