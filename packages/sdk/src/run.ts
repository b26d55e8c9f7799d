/** Completes a paid request: pays once, waits, and returns the results; or rejects with an error that has the status and the charge. */
import { type Artifact, artifactsOf } from './artifact.ts';
import { FareboxError } from './errors.ts';
import { type WaitOptions, waitFor } from './executions/wait.ts';
import type { Api } from './http/api.ts';
import { markEnded } from './requests/end.ts';
import { type Accepted, unlessTold } from './requests/pay.ts';
import type { PaidExecution, RequestStore } from './requests/store.ts';
import type { Execution, SucceededExecution } from './types.ts';

export interface Outcome {
  readonly execution: SucceededExecution;
  readonly artifacts: readonly Artifact[];
  /** The structured result of the tool besides its files, such as measurements or text. */
  readonly result: unknown;
}

export interface Io {
  readonly api: Api;
  readonly fetch: typeof globalThis.fetch;
  readonly store: RequestStore;
}

export async function finish(
  { request, made }: Accepted<PaidExecution>,
  options: WaitOptions,
  io: Io,
): Promise<Outcome> {
  const execution = await waitFor(made, options, io.api).catch((error: unknown) => {
    throw unlessTold(error, request.name);
  });
  if (execution.status !== 'needs_review') await markEnded(request, io.store);
  if (execution.status === 'succeeded')
    return { execution, artifacts: artifactsOf(execution, io), result: execution.output.result };
  throw new FareboxError(codeOf(execution), { execution, request: request.name });
}

function codeOf({ status }: Execution): 'execution_failed' | 'execution_cancelled' | 'execution_under_review' {
  if (status === 'needs_review') return 'execution_under_review';
  return status === 'cancelled' ? 'execution_cancelled' : 'execution_failed';
}
