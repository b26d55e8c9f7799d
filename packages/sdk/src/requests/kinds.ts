/** What can be paid for, and where: an execution, or a batch of them. Their idempotency keys are apart from one another. */
import type { Batch, BatchList, Execution, ExecutionList } from '../types.ts';
import type { PaidBatch, PaidRequest } from './store.ts';

export type PaidKind = NonNullable<PaidRequest['kind']>;
export type MadeOf<R extends PaidRequest> = R extends PaidBatch ? Batch : Execution;
export type ListOf = Partial<ExecutionList & BatchList>;

interface Kind {
  /** Paths of the API. */
  readonly quoteAt: string;
  readonly payAt: (tool: string) => string;
  /** Where they are listed, found by their keys, and read. */
  readonly place: string;
  readonly listOf: (page: ListOf) => readonly { readonly id: string; readonly tool: string }[];
  /** The field of a stored request that names what was accepted. */
  readonly id: 'executionId' | 'batchId';
  /** What a body says of the arguments. */
  readonly inputOf: (args: unknown) => object;
}

export const KINDS: Readonly<Record<PaidKind, Kind>> = {
  execution: {
    quoteAt: '/tools/quote',
    payAt: (tool) => `/tools/${encodeURIComponent(tool)}`,
    place: '/tools/executions',
    listOf: ({ executions = [] }) => executions,
    id: 'executionId',
    inputOf: (args) => ({ arguments: args }),
  },
  batch: {
    quoteAt: '/tools/batches/quote',
    payAt: () => '/tools/batches',
    place: '/tools/batches',
    listOf: ({ batches = [] }) => batches,
    id: 'batchId',
    inputOf: (args) => ({ items: (args as readonly object[]).map((each) => ({ arguments: each })) }),
  },
};

export const kindOf = ({ kind = 'execution' }: PaidRequest): Kind => KINDS[kind];
