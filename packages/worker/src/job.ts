/** What the parts of a worker share about one execution in hand. */
import type { ClaimedExecution, FinishedStep, WorkerStore } from '@tollgate/executions';
import type { Clock, Engine } from '@tollgate/kernel';
import type { WorkQueue } from '@tollgate/queue';
import type { Failure } from './core/decide.ts';
import type { Held } from './held.ts';
import type { Notes } from './notes.ts';
import type { StepDependencies } from './step/run-step.ts';

export interface ExecutionDependencies extends StepDependencies {
  readonly engine: Engine;
  readonly store: WorkerStore;
  readonly queue: Pick<WorkQueue, 'nudge'>;
  readonly held: Set<Held>;
  readonly leaseMs: number;
  readonly draining: () => boolean;
  readonly clock: Clock;
  readonly notes: Notes;
}

/** What is known of an execution in hand; changed only here and in conclude.ts. */
export interface Job {
  readonly claimed: ClaimedExecution;
  readonly held: Held;
  /** Steps the database has. */
  recorded: number;
  measured: { readonly index: number; readonly units: bigint }[];
  /** Done, not yet recorded. */
  fresh: FinishedStep[];
  result: unknown;
  failure: Failure | null;
  failedStep: FinishedStep | null;
}

export function newJob(claimed: ClaimedExecution, held: Held): Job {
  const measured = claimed.recorded.map(({ index, units }) => ({ index, units }));
  const result = claimed.recorded.at(-1)?.result ?? undefined;
  return { claimed, held, recorded: measured.length, measured, fresh: [], result, failure: null, failedStep: null };
}

export const failedStep = (index: number, attempt: number, startedAt: Date): FinishedStep => ({
  index,
  status: 'failed',
  attempt,
  units: 0n,
  result: undefined,
  startedAt,
  finishedAt: new Date(),
  artifacts: [],
});
