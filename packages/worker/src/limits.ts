/**
 * Converts work in a sandbox that exceeded an input's limits into a failure of the input, because a retry would need as
 * much again.
 */
import type { FailureReason } from '@farebox/contract';
import { LimitExceeded } from '@farebox/sandbox';
import { OperationFailure } from './operation.ts';

const FAILURES = {
  memory: 'memory_limit_exceeded',
  time: 'time_limit_exceeded',
  size: 'result_too_large',
} as const satisfies Record<LimitExceeded['limit'], FailureReason>;

/** @param failures used instead of the default, for work that produces no output. */
export async function withinLimits<T>(
  work: Promise<T>,
  failures: Partial<Record<LimitExceeded['limit'], FailureReason>> = {},
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new OperationFailure(failures[error.limit] ?? FAILURES[error.limit], { cause: error });
  }
}
