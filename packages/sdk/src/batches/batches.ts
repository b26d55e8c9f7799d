/** The batch endpoints of the API. */
import { type EventsOptions, batchEvents } from '../executions/events.ts';
import type { Api } from '../http/api.ts';
import { argumentsText } from '../requests/arguments.ts';
import { KINDS } from '../requests/kinds.ts';
import type { ArgumentsOf, Batch, BatchList, BatchQuote, BatchSummary, ToolMap, ToolName } from '../types.ts';
import { type BatchResult, type ResultsOptions, resultsOf } from './results.ts';
import { type BatchWaitOptions, waitForBatch } from './wait.ts';

interface Signalled {
  readonly signal?: AbortSignal;
}

export interface BatchListOptions extends Signalled {
  /** Batches on a page, 1 to 100. */
  readonly pageSize?: number;
}

export interface Batches<T extends ToolMap> {
  /** Quotes a batch. Free; reserves nothing. */
  readonly quote: <N extends ToolName<T>>(
    tool: N,
    list: readonly ArgumentsOf<T, N>[],
    options?: Signalled,
  ) => Promise<BatchQuote>;
  /** Lists batches, newest first. Pages are fetched as the iterator advances. */
  readonly list: (options?: BatchListOptions) => AsyncGenerator<BatchSummary, void>;
  /** Reads a batch: its executions by status, and the charges so far. */
  readonly get: (id: string, options?: Signalled) => Promise<Batch>;
  /** Waits until all executions have ended, or only reviews are open. */
  readonly wait: (id: string, options?: BatchWaitOptions) => Promise<Batch>;
  /** The states of the batch: the current one, then each change, at most one a second. Ends when all executions have ended. */
  readonly events: (id: string, options?: EventsOptions) => AsyncGenerator<Batch, void>;
  /** Cancels the open executions. Executions that have ended keep their charge. */
  readonly cancel: (id: string) => Promise<Batch>;
  /** The executions in the order of the request, also of a batch that has not ended. */
  readonly results: (id: string, options?: ResultsOptions) => AsyncGenerator<BatchResult, void>;
}

export function createBatches<T extends ToolMap>(io: {
  readonly api: Api;
  readonly fetch: typeof globalThis.fetch;
}): Batches<T> {
  const { api } = io;
  const pathOf = (id: string): string => `/tools/batches/${encodeURIComponent(id)}`;
  const post = async <D>(path: string, body: object, signal?: AbortSignal): Promise<D> =>
    (await api.send<D>({ method: 'POST', path, body: JSON.stringify(body), signal })).data;
  const get = async (id: string, signal: AbortSignal | undefined): Promise<Batch> =>
    (await api.send<Batch>({ method: 'GET', path: pathOf(id), signal })).data;
  return {
    async quote(tool, list, { signal } = {}) {
      const { quoteAt, inputOf } = KINDS.batch;
      return post(quoteAt, { tool, ...inputOf(JSON.parse(argumentsText('batch', list))) }, signal);
    },
    list: (how = {}) => listBatches(how, api),
    get: (id, { signal } = {}) => get(id, signal),
    wait: async (id, how = {}) => waitForBatch(await get(id, how.signal), how, api),
    events: (id, how = {}) => batchEvents(id, how, api),
    cancel: (id) => post(`${pathOf(id)}/cancel`, {}),
    async *results(id, how = {}) {
      yield* resultsOf(await get(id, how.signal), how, io);
    },
  };
}

async function* listBatches(
  { pageSize = 100, signal }: BatchListOptions,
  api: Api,
): AsyncGenerator<BatchSummary, void> {
  let before: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(pageSize), ...(before === null ? {} : { before }) });
    const path = `/tools/batches?${query.toString()}`;
    const { data }: { data: BatchList } = await api.send({ method: 'GET', path, signal });
    yield* data.batches;
    before = data.nextBefore;
  } while (before !== null);
}
