/** The two kinds of paid requests, executions and batches, and their endpoints. The API keeps their idempotency keys apart. */
import type { Batch, BatchList, Execution, ExecutionList } from '../types.ts';
import type { PaidBatch, PaidRequest } from './store.ts';

export type PaidKind = NonNullable<PaidRequest['kind']>;
export type MadeOf<R extends PaidRequest> = R extends PaidBatch ? Batch : Execution;
export type ListOf = Partial<ExecutionList & BatchList>;

interface Kind {
  /** Paths of the quote and of the paid request. */
  readonly quoteAt: string;
  readonly payAt: (tool: string) => string;
  /** Path of the list, of the lookup by key, and of reads. */
  readonly readAt: string;
  readonly listOf: (page: ListOf) => readonly { readonly id: string; readonly tool: string }[];
  /** The field of a stored request with the id of the accepted execution or batch. */
  readonly id: 'executionId' | 'batchId';
  /** The arguments as part of a request body. */
  readonly inputOf: (args: unknown) => object;
}

export const KINDS: Readonly<Record<PaidKind, Kind>> = {
  execution: {
    quoteAt: '/tools/quote',
    payAt: (tool) => `/tools/${encodeURIComponent(tool)}`,
    readAt: '/tools/executions',
    listOf: ({ executions = [] }) => executions,
    id: 'executionId',
    inputOf: (args) => ({ arguments: args }),
  },
  batch: {
    quoteAt: '/tools/batches/quote',
    payAt: () => '/tools/batches',
    readAt: '/tools/batches',
    listOf: ({ batches = [] }) => batches,
    id: 'batchId',
    inputOf: (args) => ({ items: (args as readonly object[]).map((each) => ({ arguments: each })) }),
  },
};

export const kindOf = ({ kind = 'execution' }: PaidRequest): Kind => KINDS[kind];
