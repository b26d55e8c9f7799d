/** Waits for the end of an execution. */
import type { Api } from '../http/api.ts';
import { readUntilOver } from '../http/delayed-read.ts';
import type { Execution } from '../types.ts';

export interface WaitOptions {
  /** Aborts the wait. The execution continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each state that was read. */
  readonly onProgress?: ((execution: Execution) => void) | undefined;
  /** Whether to wait for a review as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

const hasEnded = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

/** @param first the execution as just read or accepted; also reported to `onProgress`. */
export const waitFor = (
  first: Execution,
  { signal, onProgress, throughReview = false }: WaitOptions,
  api: Api,
): Promise<Execution> =>
  readUntilOver<Execution>(
    {
      first,
      path: `/tools/executions/${encodeURIComponent(first.id)}`,
      isOver: (execution) => hasEnded(execution) || (execution.status === 'needs_review' && !throughReview),
      isDelayed: ({ status }) => status !== 'needs_review',
      onProgress,
      signal,
    },
    api,
  );
