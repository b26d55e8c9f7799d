/** The gateway's operations on executions and files. Prisma stays inside this folder. */
import type { Database } from '@farebox/db';
import { type AcceptOutcome, type AcceptRequest, createAccept } from './accept.ts';
import { type CancelExecution, type CancelOutcome, requestCancel } from './cancel.ts';
import { type ListOutcome, type ListRequest, listExecutions } from './list.ts';
import type { ObserveGroup } from './observe-group.ts';
import { type ExecutionReader, createExecutionReader } from './read.ts';

export interface ExecutionStore extends ExecutionReader {
  readonly accept: (request: AcceptRequest) => Promise<AcceptOutcome>;
  readonly list: (request: ListRequest) => Promise<ListOutcome>;
  readonly requestCancel: (request: CancelExecution) => Promise<CancelOutcome>;
}

export function createExecutionStore(database: Database, observe: ObserveGroup = () => {}): ExecutionStore {
  const reader = createExecutionReader(database, observe);
  return {
    ...reader,
    accept: createAccept(database, reader, observe),
    list: (request) => listExecutions(database, request),
    requestCancel: (request) => requestCancel(database, reader, request),
  };
}
