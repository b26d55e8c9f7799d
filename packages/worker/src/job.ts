/** The state that the parts of a worker share about one running execution. */
import {
  type ClaimedExecution,
  type CostBasis,
  type FinishedStep,
  type ReviewTimes,
  type StepCost,
  type WorkerStore,
  costsOfDelivered,
} from '@farebox/executions';
import type { Engine, Micros } from '@farebox/kernel';
import type { WakeUp, WorkQueue } from '@farebox/queue';
import type { Failure, Progress } from './core/decide.ts';
import type { FairClaim } from './fairness/fair-claim.ts';
import type { FreeCpu } from './fairness/free-cpu.ts';
import type { Leased } from './leased.ts';
import type { StepDependencies } from './step/run-step.ts';
import type { Waits } from './waits.ts';

export interface ExecutionDependencies extends StepDependencies {
  readonly engine: Engine;
  readonly store: WorkerStore;
  readonly queue: Pick<WorkQueue, 'notify'>;
  readonly leased: Set<Leased>;
  readonly leaseMs: number;
  readonly reviewTimes: ReviewTimes;
  readonly draining: () => boolean;
  readonly fairClaim: FairClaim;
  readonly freeCpu: FreeCpu;
  readonly waits: Waits;
}

/** The state of a running execution; changed only here and in commit.ts. */
export interface Job {
  readonly claimed: ClaimedExecution;
  readonly leased: Leased;
  /** Number of steps that the database has. */
  recorded: number;
  measured: { readonly index: number; readonly units: bigint }[];
  /** Completed steps that are not recorded yet. */
  fresh: FinishedStep[];
  /** External costs of the steps. */
  costs: StepCost[];
  /** Steps whose response is stored outside of the database, and not in it yet. */
  readonly remembered: Set<number>;
  /** A provider call of the next step was started and has no outcome. */
  open: boolean;
  result: unknown;
  failure: Failure | null;
  failedStep: FinishedStep | null;
}

export function newJob(claimed: ClaimedExecution, leased: Leased): Job {
  const measured = claimed.recorded.map(({ index, units }) => ({ index, units }));
  return {
    claimed,
    leased,
    recorded: measured.length,
    measured,
    fresh: [],
    costs: costsOfDelivered(claimed.plan, claimed.recorded),
    remembered: new Set(),
    open: claimed.open !== null && claimed.open.phase !== 'pending',
    result: claimed.recorded.at(-1)?.result ?? undefined,
    failure: null,
    failedStep: null,
  };
}

/** Input of the core's decision. */
export function progressOf({ claimed, leased, measured, fresh, failure, open }: Job, engine: Engine): Progress {
  const { plan, attempts, inReview } = claimed;
  const counts = { done: measured.length, unrecorded: fresh.length, attempts };
  return { engine, plan, ...counts, open, inReview, stop: leased.stop, failure };
}

/** Wake-up for the next claim, with the epoch after this one. */
export const wakeUpOf = ({ claimed: { projectId, id, epoch } }: Job): WakeUp => ({ projectId, executionId: id, epoch });

export interface FailedRun {
  readonly index: number;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly costMicros: Micros | null;
  readonly basis?: CostBasis | undefined;
}

export const failedStep = ({ index, attempt, startedAt, costMicros, basis }: FailedRun): FinishedStep => ({
  index,
  attempt,
  startedAt,
  costMicros,
  basis,
  status: 'failed',
  units: 0n,
  result: undefined,
  finishedAt: new Date(),
  artifacts: [],
});
