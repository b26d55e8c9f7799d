/**
 * Finds due executions (never delivered, their worker died, or the queue was lost) and notifies their engines. The keeper
 * decides nothing about them: the worker that claims one does.
 */
import type { Database } from '@farebox/db';
import { type DueExecution, sweepDue } from '@farebox/executions';
import { ENGINES, failpoint } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';

const LIMIT = 200;
/** Bounds one run; further due executions wait for the next. */
const ROUNDS_MAX = 100;

/** Returns the number of due executions. */
export async function sweep(database: Database, queue: Pick<WorkQueue, 'notify'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await failpoint('keeper.sweep.before');
    const due = await sweepDue(database, LIMIT);
    if (due.length > 0) await failpoint('keeper.sweep.after');
    await notify(due, queue);
    total += due.length;
    if (due.length < LIMIT) break;
  }
  return total;
}

async function notify(due: readonly DueExecution[], queue: Pick<WorkQueue, 'notify'>): Promise<void> {
  for (const engine of ENGINES) {
    const wakeUps = due
      .filter((each) => each.engine === engine)
      .map(({ projectId, id, epoch }) => ({ projectId, executionId: id, epoch }));
    if (wakeUps.length > 0) await queue.notify(engine, wakeUps);
  }
}
