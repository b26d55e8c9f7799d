/**
 * Takes the stored result of a step's paid call for an execution that no worker comes for: what it says is recorded as a worker would
 * record it. It runs nothing, asks nobody and sends nothing.
 */
import { isStatementError } from '@farebox/db';
import type { ClaimedExecution, WorkerStore } from '@farebox/executions';
import { type Engine, failpoint, invariant } from '@farebox/kernel';
import { callResultKey } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import { finishingOf, recordingOf } from './commit.ts';
import { decide } from './core/decide.ts';
import { type Job, newJob, progressOf } from './job.ts';
import { hold } from './leased.ts';
import { takeRemembered } from './run-plan-step.ts';
import { findCallResult } from './spool/stored.ts';

export interface Adopting {
  readonly engine: Engine;
  readonly store: Pick<WorkerStore, 'finish' | 'record'>;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'ready' | 'remove' | 'stat'>;
}

/**
 * `none`: no worker could take a response from the store either, or record what it says. `lost`: the claim is not ours any more, and nothing was written. Rejects while
 * nobody can tell, or while it cannot be recorded; it can be called again.
 */
export async function adoptCallResult(
  claimed: ClaimedExecution,
  { engine, store, artifacts }: Adopting,
): Promise<'adopted' | 'none' | 'lost'> {
  const { projectId, id: executionId, recorded } = claimed;
  const place = { projectId, executionId, step: recorded.length };
  const reply = await findCallResult(artifacts, place);
  if (reply === null) return 'none';
  const job = newJob(claimed, hold(claimed, { sentMs: 0, leaseMs: 0 }));
  takeRemembered(reply, job);
  await failpoint('keeper.adopt.before', executionId);
  try {
    if (!(await written(job, engine, store))) return 'lost';
  } catch (error) {
    if (isStatementError(error)) return 'none';
    throw error;
  }
  await failpoint('keeper.adopt.after', executionId);
  await artifacts.remove([callResultKey(place)]).catch(() => {}); // then it is collected with what no row names
  return 'adopted';
}

/** The next step of a longer plan is a worker's again, or ended by its deadline. */
async function written(job: Job, engine: Engine, store: Adopting['store']): Promise<boolean> {
  const decision = decide(progressOf(job, engine));
  if (decision.kind === 'finish') return await store.finish(finishingOf(job, decision.ending));
  invariant(decision.kind === 'record', 'a response ends its step');
  return await store.record(recordingOf(job, decision.handOver));
}
