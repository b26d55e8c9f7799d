/** Anything thrown → what the client is told. A dependency that fails is 503; whatever we did not expect is our defect. */
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
  error instanceof StorageUnavailableError || isDatabaseUnavailable(error);

export const unavailable = (
  message: 'execution_disabled' | 'service_unavailable' | 'tool_temporarily_unavailable',
  cause?: unknown,
): AppError => new AppError(message, { retryAfterSeconds: LIMITS.pollSeconds, cause });

/**
 * Says whether the paid request made an execution; what was said before stays. `false` is only for who looked under the lock of the
 * accepts: this request, or an earlier one with the same key, may be on its way to the database in any gateway.
 */
export function withAccepted(failure: AppError, accepted: false | 'unknown'): AppError {
  const { message, details, retryAfterSeconds, cause } = failure;
  const extras = { ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), cause };
  return new AppError(message, { ...extras, details: { accepted, ...details } });
}

/** A request whose rest never came made nothing, whatever it asked for. */
export const requestCutShort = (): AppError => withAccepted(unavailable('service_unavailable'), false);
