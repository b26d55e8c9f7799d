/** The results of a batch in the order of the request. Pages are fetched as the iterator advances. */
import { type Artifact, artifactsOf } from '../artifact.ts';
import { FareboxError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Batch, Execution } from '../types.ts';

interface Line {
  readonly index: number;
  /** The execution in its current status. */
  readonly execution: Execution;
}

export interface BatchResult extends Line {
  readonly artifacts: readonly Artifact[];
}

export interface ResultsOptions {
  /** The index of the first result, from 0. */
  readonly from?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects if a line is missing, so that no paid execution is lost. */
export async function* resultsOf(
  { id, executionCount }: Pick<Batch, 'id' | 'executionCount'>,
  { from = 0, signal }: ResultsOptions,
  io: { readonly api: Api; readonly fetch: typeof globalThis.fetch },
): AsyncGenerator<BatchResult, void> {
  for (let next = from; next < executionCount;) {
    const { data: lines } = await io.api.send<readonly Line[]>({
      method: 'GET',
      path: `/tools/batches/${encodeURIComponent(id)}/results?from=${next}`,
      headers: { Accept: 'application/jsonl' },
      signal,
    });
    if (lines.length === 0) throw new FareboxError('unexpected_response');
    for (const { index, execution } of lines) {
      if (index !== next++) throw new FareboxError('unexpected_response');
      yield { index, execution, artifacts: artifactsOf(execution, io) };
    }
  }
}
