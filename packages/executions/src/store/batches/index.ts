/** What the gateway does with batches. */
import type { Batch, BatchList } from '@farebox/contract';
import type { Database } from '@farebox/db';
import type { CancelExecution } from '../cancel.ts';
import { type AcceptBatch, type AcceptBatchOutcome, acceptBatch } from './accept.ts';
import { type CancelBatchOutcome, cancelBatch } from './cancel.ts';
import {
  type BatchPlace,
  type FoundBatch,
  type ListBatches,
  findBatch,
  listBatches,
  readBatch,
  readPlaces,
} from './read.ts';

export type { AcceptBatch, AcceptBatchOutcome } from './accept.ts';

export interface BatchStore {
  readonly accept: (request: AcceptBatch) => Promise<AcceptBatchOutcome>;
  readonly get: (projectId: string, id: string) => Promise<Batch | null>;
  /** By its key. Under the lock, once every accept of this project that has begun is over: null proves that nothing was accepted. */
  readonly find: (key: KeyOfBatch, isUnderLock: boolean) => Promise<FoundBatch | null>;
  readonly list: (request: ListBatches) => Promise<BatchList | 'unknown_before'>;
  readonly places: (page: PageOfPlaces) => Promise<readonly BatchPlace[] | null>;
  readonly requestCancel: (request: CancelExecution) => Promise<CancelBatchOutcome>;
}

interface KeyOfBatch {
  readonly projectId: string;
  readonly idempotencyKey: string;
}

interface PageOfPlaces {
  readonly projectId: string;
  readonly id: string;
  /** An index. */
  readonly from: number;
  readonly limit: number;
}

export const createBatchStore = (database: Database): BatchStore => ({
  accept: (request) => acceptBatch(database, request),
  get: (projectId, id) => readBatch(database, projectId, id),
  find: (key, isUnderLock) => findBatch(database, key, isUnderLock),
  list: (request) => listBatches(database, request),
  places: (page) => readPlaces(database, page),
  requestCancel: (request) => cancelBatch(database, request),
});
