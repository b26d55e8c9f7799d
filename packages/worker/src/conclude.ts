/** What is written about an execution: recorded steps and its end, each once, by epoch, while the lease lasts. */
import { NO_CHARGE, chargeOf } from '@tollgate/executions';
import { type Engine, subMicros } from '@tollgate/kernel';
import type { Ending } from './core/decide.ts';
import type { ExecutionDependencies, Job } from './job.ts';
import { patiently } from './patience.ts';

export async function record(
  job: Job,
  handOver: Engine | null,
  dependencies: ExecutionDependencies,
): Promise<'on' | 'over'> {
  const { id, epoch } = job.held;
  const { store, queue, notes } = dependencies;
  const held = await write(job, dependencies, () => store.record({ id, epoch, steps: job.fresh, handOver }));
  if (held === 'crashed') return 'on';
  if (held === 'lost') return 'over';
  job.recorded = job.measured.length;
  job.fresh = [];
  if (handOver === null) return 'on';
  void queue.nudge(handOver, [{ executionId: id, epoch }]);
  notes.event({ kind: 'handed_over' });
  return 'over';
}

export async function end(job: Job, ending: Ending, dependencies: ExecutionDependencies): Promise<'on' | 'over'> {
  const { claimed, measured, fresh, failedStep } = job;
  const { id, epoch } = job.held;
  const { store, notes } = dependencies;
  const succeeded = ending.status === 'succeeded';
  const charge = succeeded ? chargeOf(claimed.plan, measured, claimed) : NO_CHARGE;
  const finishing = {
    ...ending,
    id,
    epoch,
    charge,
    steps: ending.status === 'failed' && failedStep !== null ? [...fresh, failedStep] : fresh,
    result: succeeded ? job.result : undefined,
  };
  const held = await write(job, dependencies, () => store.finish(finishing));
  if (held === 'crashed') return 'on';
  if (held === 'lost') return 'over';
  const { chargedMicros } = charge;
  const releasedMicros = subMicros(claimed.maximumMicros, chargedMicros);
  const seconds = (Date.now() - claimed.createdAt.getTime()) / 1000;
  notes.event({ kind: 'finished', tool: claimed.tool, status: ending.status, chargedMicros, releasedMicros, seconds });
  return 'over';
}

/**
 * Waits out a database that is away. What the database refuses (a result it cannot hold, say) is a crash of the step that
 * made it: the work goes back to what is recorded.
 */
async function write(
  job: Job,
  { clock, notes }: ExecutionDependencies,
  call: () => Promise<boolean>,
): Promise<'held' | 'lost' | 'crashed'> {
  try {
    if (await patiently(call, () => clock.monotonicMs() < job.held.leaseEndsMs)) return 'held';
    notes.event({ kind: 'lost' });
    return 'lost';
  } catch (error) {
    const nothingToUndo = job.fresh.length === 0 || job.failure !== null;
    if (nothingToUndo || clock.monotonicMs() >= job.held.leaseEndsMs) throw error;
    notes.warn(error, 'the database refused what a step made', { executionId: job.held.id });
    job.measured = job.measured.slice(0, job.recorded);
    job.fresh = [];
    job.failure = { kind: 'crash' };
    return 'crashed';
  }
}
