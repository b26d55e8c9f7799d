/** Waits for the end of an execution by polling, no more often than the API allows. */
import type { Api } from '../http/api.ts';
import { pause } from '../http/pause.ts';
import type { Execution } from '../types.ts';

export interface WaitOptions {
  /** Ends the waiting, not the execution. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each state that was read. */
  readonly onProgress?: ((execution: Execution) => void) | undefined;
  /** Whether to wait through a review as well, which may take days. */
  readonly throughReview?: boolean | undefined;
}

/** Between two reads of one execution; the service may ask for more. */
const INTERVAL_MS = 5000;

const isOver = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

/** @param first read or accepted just now, and told as progress. */
export async function waitFor(
  first: Execution,
  { signal, onProgress, throughReview = false }: WaitOptions,
  api: Api,
): Promise<Execution> {
  let execution = first;
  let retryMs = INTERVAL_MS;
  for (;;) {
    onProgress?.(execution);
    if (isOver(execution) || (execution.status === 'needs_review' && !throughReview)) return execution;
    await pause(Math.max(INTERVAL_MS, retryMs), signal);
    const path = `/tools/executions/${encodeURIComponent(execution.id)}`;
    const { data, headers } = await api.send<Execution>({ method: 'GET', path, signal });
    execution = data;
    retryMs = Number(headers.get('Retry-After') ?? 0) * 1000;
  }
}
