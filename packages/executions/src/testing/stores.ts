/** For tests: one fixture for all tests of a file, with the stores of clients and of a worker. */
import type { Engine } from '@farebox/kernel';
import { afterAll } from 'vitest';
import { type ExecutionStore, createExecutionStore } from '../store/index.ts';
import { type FinishedStep, type WorkerStore, createWorkerStore } from '../store/worker/index.ts';
import { type Fixture, openFixture } from './fixture.ts';

export const LEASE = { engine: 'image', leaseSeconds: 30 } as const;

export interface Stores {
  readonly fixture: Fixture;
  readonly store: ExecutionStore;
  readonly worker: WorkerStore;
}

/** Call it at the top of a test file; it closes the stores at the end of the file. */
export async function openStores(engine: Engine = LEASE.engine): Promise<Stores> {
  const fixture = await openFixture();
  afterAll(() => fixture[Symbol.asyncDispose]());
  const store = createExecutionStore(fixture.database);
  return { fixture, store, worker: createWorkerStore(fixture.database, { ...LEASE, engine }) };
}

/** A step that succeeded just now, without cost, result or artifacts unless given. */
export const finishedStep = (index = 0, changes: Partial<FinishedStep> = {}): FinishedStep => ({
  index,
  status: 'succeeded',
  attempt: 1,
  units: 1n,
  result: undefined,
  costMicros: null,
  startedAt: new Date(),
  finishedAt: new Date(),
  artifacts: [],
  ...changes,
});
