/** What most tests of the store stand on: a fixture for all tests of a file, with the stores of clients and of a worker. Used by tests only. */
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

/** At the top of a test file, which closes it at its end. */
export async function openStores(engine: Engine = LEASE.engine): Promise<Stores> {
  const fixture = await openFixture();
  afterAll(() => fixture[Symbol.asyncDispose]());
  const store = createExecutionStore(fixture.database);
  return { fixture, store, worker: createWorkerStore(fixture.database, { ...LEASE, engine }) };
}

/** A step that succeeded just now, free and without a trace unless given. */
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
