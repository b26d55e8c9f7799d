/** Executions of the project, newest first. Pages are fetched as the iterator advances. */
import type { Api } from '../http/api.ts';
import type { ExecutionList, ExecutionStatus, ExecutionSummary } from '../types.ts';

export interface ListOptions {
  readonly status?: ExecutionStatus;
  readonly tool?: string;
  /** Executions on a page, 1 to 100. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

export async function* listExecutions(
  { status, tool, pageSize = 100, signal }: ListOptions,
  api: Api,
): AsyncGenerator<ExecutionSummary, void> {
  const filters = {
    limit: String(pageSize),
    ...(status === undefined ? {} : { status }),
    ...(tool === undefined ? {} : { tool }),
  };
  let before: string | null = null;
  do {
    const query = new URLSearchParams({ ...filters, ...(before === null ? {} : { before }) });
    const { data }: { data: ExecutionList } = await api.send({
      method: 'GET',
      path: `/tools/executions?${query.toString()}`,
      signal,
    });
    yield* data.executions;
    before = data.nextBefore;
  } while (before !== null);
}
