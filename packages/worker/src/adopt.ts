/**
 * Records the stored result of a provider call for an execution that no worker claims, as a worker would record it. It
 * runs nothing, and sends nothing to a provider.
 */
import { isStatementError } from '@farebox/db';
import type { ClaimedExecution, WorkerStore } from '@farebox/executions';
import { type Engine, failpoint, invariant } from '@farebox/kernel';
import { callResultKey } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import type { ExecutionLog } from '@farebox/telemetry';
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
  readonly follow?: ExecutionLog | undefined;
}

/**
 * `none`: a worker could not take a response from the store either, or could not record it. `lost`: the claim has
 * ended, and nothing was written. Rejects while the outcome is unknown or cannot be recorded; the caller may retry.
 */
export async function adoptCallResult(
  claimed: ClaimedExecution,
  { engine, store, artifacts, follow }: Adopting,
): Promise<'adopted' | 'none' | 'lost'> {
  const { projectId, id: executionId, recorded } = claimed;
  const location = { projectId, executionId, step: recorded.length };
  const reply = await findCallResult(artifacts, location);
  if (reply === null) return 'none';
  const job = newJob(claimed, hold(claimed, { sentMs: 0, leaseMs: 0, organizationId: '' }));
  takeRemembered(reply, job);
  await failpoint('keeper.adopt.before', executionId);
  try {
    if (!(await written(job, { engine, store, follow }))) return 'lost';
  } catch (error) {
    if (isStatementError(error)) return 'none';
    throw error;
  }
  await failpoint('keeper.adopt.after', executionId);
  await artifacts.remove([callResultKey(location)]).catch(() => {}); // otherwise removed later as an orphan
  return 'adopted';
}

/** The next step of a longer plan is run by a worker, or ended by its deadline. */
async function written(job: Job, { engine, store, follow }: Omit<Adopting, 'artifacts'>): Promise<boolean> {
  const decision = decide(progressOf(job, engine));
  const { projectId, id: executionId, epoch } = job.claimed;
  const ids = { projectId, executionId, epoch };
  if (decision.kind === 'finish') {
    const finishing = finishingOf(job, decision.ending);
    const { status, error, statusReason, charge } = finishing;
    const hasEnded = await store.finish(finishing);
    const end = { status, reason: error?.message ?? statusReason, chargedMicros: Number(charge.chargedMicros) };
    if (hasEnded) follow?.('execution ended', { ...ids, ...end });
    return hasEnded;
  }
  invariant(decision.kind === 'record', 'a response ends its step');
  const isRecorded = await store.record(recordingOf(job, decision.handOver));
  if (isRecorded) follow?.('execution handed over', { ...ids, engine: decision.handOver });
  return isRecorded;
}
