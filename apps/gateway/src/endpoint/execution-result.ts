/** Makes the response for an execution, with Retry-After while the execution can still change. */
import { type Execution, LIMITS } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { HandlerResult } from './handler.ts';

export const RETRY_AFTER = { 'Retry-After': String(LIMITS.pollSeconds) } as const;
export const REPLAYED = { 'Idempotent-Replayed': 'true' } as const;

export const executionResult = (execution: Execution): HandlerResult =>
  isTerminal(execution.status)
    ? { status: 200, data: execution }
    : { status: 200, data: execution, headers: RETRY_AFTER };

/** For several executions: set while one of them can still change. */
export const retryAfterOf = (executions: readonly Execution[]): Pick<HandlerResult, 'headers'> =>
  executions.every(({ status }) => isTerminal(status)) ? {} : { headers: RETRY_AFTER };

/** @param basePath path prefix of the API that clients use. */
export const acceptedResult = (execution: Execution, basePath: string): HandlerResult => ({
  status: 202,
  data: execution,
  executionId: execution.id,
  headers: { ...RETRY_AFTER, Location: `${basePath}/tools/executions/${execution.id}` },
});

export function replayResult(execution: Execution, basePath: string): HandlerResult {
  if (isTerminal(execution.status))
    return { status: 200, data: execution, executionId: execution.id, headers: REPLAYED };
  const { headers, ...result } = acceptedResult(execution, basePath);
  return { ...result, headers: { ...headers, ...REPLAYED } };
}
