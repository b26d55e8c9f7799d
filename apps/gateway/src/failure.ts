/** Anything thrown → what the client is told. A dependency that fails is 503; whatever we did not expect is our defect. */
import { AppError, LIMITS } from '@tollgate/contract';
import { isUnavailable as isDatabaseUnavailable } from '@tollgate/db';
import { CoalesceOverflowError, TimeoutError } from '@tollgate/kernel';
import { StorageUnavailableError } from '@tollgate/storage';

export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return unavailable('service_unavailable', false, error);
  return new AppError('internal_error', { cause: error });
}

export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof CoalesceOverflowError ||
    error instanceof TimeoutError ||
    error instanceof StorageUnavailableError ||
    isDatabaseUnavailable(error)
  );
}

/** @param accepted whether this request made a paid execution; "unknown" only when a COMMIT may have happened. */
export const unavailable = (
  message: 'execution_disabled' | 'service_unavailable' | 'tool_temporarily_unavailable',
  accepted: boolean | 'unknown',
  cause?: unknown,
): AppError => new AppError(message, { details: { accepted }, retryAfterSeconds: LIMITS.pollSeconds, cause });
