/** A worker's operations on executions. Each is one SQL function, in which a stale claim cannot write. */
import type { Database } from '@farebox/db';
import { findInputs, type InputSource, type InputsWanted } from '@farebox/files';
import type { ObserveGroup } from '../observe-group.ts';
import { type ToldProgress, tellProgress } from '../progress.ts';
import { type ProviderCosts, createProviderCosts } from '@farebox/providers';
import { type ClaimOptions, type ClaimedExecution, createClaim } from './claim.ts';
import { createFairnessStore, type FairnessStore } from './fairness.ts';
import { type Finishing, createFinish } from './finish.ts';
import { type ExternalJournal, createExternalJournal } from './external.ts';
import { type Pause, type WaitingExecution, handBack, retryLater, wake } from './give-up.ts';
import { type ExecutionRef, type LeaseState, type LeasedExecution, heartbeat, watch } from './leased.ts';
import { type Recording, createRecord } from './record.ts';
import { createTestProjects } from './test-projects.ts';
import { type ReviewTimes, type Reviewing, review } from './review.ts';

export type { ClaimedExecution, OpenStep } from './claim.ts';
export type { ExternalJournal } from './external.ts';
export type { FairnessStore, OwnedExecution } from './fairness.ts';
export type { Finishing } from './finish.ts';
export type { WaitingExecution } from './give-up.ts';
export { type ExecutionRef, type LeaseState, type LeasedExecution, leaseOf } from './leased.ts';
export type { FinishedStep } from './items.ts';
export type { Recording } from './record.ts';
export type { ReviewTimes, Reviewing } from './review.ts';

export interface WorkerStore {
  /** Null if the execution has ended, is held, or waits for another engine or for an operation that this worker lacks. */
  readonly claim: (execution: ExecutionRef) => Promise<ClaimedExecution | null>;
  /** The work that waits, by which a worker divides its places. */
  readonly fairness: FairnessStore;
  readonly heartbeat: (leased: readonly LeasedExecution[]) => Promise<LeaseState>;
  /** Reports progress for polls. Losing a report is harmless. */
  readonly tellProgress: (told: readonly ToldProgress[]) => Promise<void>;
  readonly watch: (leased: readonly LeasedExecution[]) => Promise<LeaseState>;
  /** False: the claim was lost, and nothing was written. */
  readonly record: (recording: Recording) => Promise<boolean>;
  /** False: the claim was lost, and nothing was written. */
  readonly finish: (finishing: Finishing) => Promise<boolean>;
  readonly handBack: (leased: readonly LeasedExecution[]) => Promise<ReadonlySet<string>>;
  readonly retryLater: (leased: LeasedExecution, pause: Pause) => Promise<boolean>;
  /** Ends waits for a place; resolves to the ids of those that are due now. */
  readonly wake: (waiting: readonly WaitingExecution[]) => Promise<ReadonlySet<string>>;
  /** False: the claim was lost, and nothing was written. */
  readonly review: (reviewing: Reviewing, times: ReviewTimes) => Promise<boolean>;
  readonly external: ExternalJournal;
  readonly findInputs: (wanted: InputsWanted) => Promise<(InputSource | null)[]>;
  /** Notes a late cost of an execution that ended without it, for the operator to bear; null if none was pending. */
  readonly statedLate: ProviderCosts['statedLate'];
  /** Resolves to true if the project uses test money. */
  readonly isTestProject: (projectId: string) => Promise<boolean>;
}

export interface WorkerStoreOptions extends ClaimOptions {
  readonly observe?: ObserveGroup;
}

/** For a worker of `engine` whose claims and heartbeats hold an execution for `leaseSeconds`. */
export function createWorkerStore(database: Database, options: WorkerStoreOptions): WorkerStore {
  const { observe = () => {} } = options;
  return {
    claim: createClaim(database, options, observe),
    fairness: createFairnessStore(database, options.engine),
    heartbeat: (leased) => heartbeat(database, leased, options.leaseSeconds),
    tellProgress: (told) => tellProgress(database, told),
    watch: (leased) => watch(database, leased),
    record: createRecord(database, observe),
    finish: createFinish(database, { engine: options.engine, observe }),
    handBack: (leased) => handBack(database, leased),
    retryLater: (leased, pause) => retryLater(database, leased, pause),
    wake: (waiting) => wake(database, waiting),
    review: (reviewing, times) => review(database, reviewing, times),
    external: createExternalJournal(database),
    findInputs: (wanted) => findInputs(database, wanted),
    statedLate: createProviderCosts(database).statedLate,
    isTestProject: createTestProjects(database),
  };
}
