/** The gateway's operations on batches. */
import type { Batch, BatchList } from '@farebox/contract';
import type { Database } from '@farebox/db';
import type { CancelExecution } from '../cancel.ts';
import { type AcceptBatch, type AcceptBatchOutcome, acceptBatch } from './accept.ts';
import { type CancelBatchOutcome, cancelBatch } from './cancel.ts';
import {
  type StoredBatchItem,
  type FoundBatch,
  type ListBatches,
  findBatch,
  listBatches,
  readBatch,
  readItems,
  readOpenItem,
} from './read.ts';

export type { AcceptBatch, AcceptBatchOutcome } from './accept.ts';

export interface BatchStore {
  readonly accept: (request: AcceptBatch) => Promise<AcceptBatchOutcome>;
  readonly get: (projectId: string, id: string) => Promise<Batch | null>;
  /**
   * Finds a batch by its key. Under the lock it first waits for every accept of this project in progress, so that null
   * proves that nothing was accepted.
   */
  readonly find: (key: KeyOfBatch, isUnderLock: boolean) => Promise<FoundBatch | null>;
  readonly list: (request: ListBatches) => Promise<BatchList | 'unknown_before'>;
  readonly items: (page: PageOfItems) => Promise<readonly StoredBatchItem[] | null>;
  /** Id of an execution of the batch that is queued or running; null if all have ended or are under review. */
  readonly openItem: (projectId: string, id: string) => Promise<string | null>;
  readonly requestCancel: (request: CancelExecution) => Promise<CancelBatchOutcome>;
}

interface KeyOfBatch {
  readonly projectId: string;
  readonly idempotencyKey: string;
}

interface PageOfItems {
  readonly projectId: string;
  readonly id: string;
  /** Index of the first item. */
  readonly from: number;
  readonly limit: number;
}

export const createBatchStore = (database: Database): BatchStore => ({
  accept: (request) => acceptBatch(database, request),
  get: (projectId, id) => readBatch(database, projectId, id),
  find: (key, isUnderLock) => findBatch(database, key, isUnderLock),
  list: (request) => listBatches(database, request),
  items: (page) => readItems(database, page),
  openItem: (projectId, id) => readOpenItem(database, projectId, id),
  requestCancel: (request) => cancelBatch(database, request),
});
