/** Completes a paid request: pays once, waits, and returns the results; or rejects with an error that has the status and the charge. */
import { type Artifact, artifactsOf } from './artifact.ts';
import { FareboxError } from './errors.ts';
import { type WaitOptions, waitFor } from './executions/wait.ts';
import type { Api } from './http/api.ts';
import type { Accepted } from './requests/pay.ts';
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

/** @param isNamed a request that the caller named stays in the store, so that the name is never paid again. */
export async function finish(
  accepted: Accepted<PaidExecution>,
  options: WaitOptions & { readonly isNamed: boolean },
  io: Io,
): Promise<Outcome> {
  const { request } = accepted;
  const execution = await waitFor(accepted.made, options, io.api);
  if (execution.status !== 'needs_review' && !options.isNamed) await io.store.remove(request.name);
  if (execution.status === 'succeeded')
    return { execution, artifacts: artifactsOf(execution, io), result: execution.output.result };
  throw new FareboxError(codeOf(execution), { execution, request: request.name });
}

function codeOf({ status }: Execution): 'execution_failed' | 'execution_cancelled' | 'execution_under_review' {
  if (status === 'needs_review') return 'execution_under_review';
  return status === 'cancelled' ? 'execution_cancelled' : 'execution_failed';
}
