/**
 * Reports on their way to the database. Reports of one run wait for each other there, each with a connection of the pool that
 * customers share. So a run has one at a time, and all runs together a few; the tools take turns.
 */
import { createSemaphore } from '@farebox/kernel';
import type { PullRuns } from '@farebox/tools';
import { unavailable } from '../endpoint/failure.ts';

const TOGETHER = { slots: 4, slotsPerKey: [2, 1], waitingPerKey: [500, 16] };
const WAIT_MS = 5_000;

/** `report` rejects with `service_unavailable` if it does not come to its turn: the runner repeats it. */
export function createRunReports(runs: Pick<PullRuns, 'report'>): Pick<PullRuns, 'report'> {
  const turns = createSemaphore(TOGETHER);
  return {
    async report(report) {
      const leave = await turns.take({ key: [report.tool, report.token], timeoutMs: WAIT_MS });
      if (leave === null) throw unavailable('service_unavailable');
      try {
        return await runs.report(report);
      } finally {
        leave();
      }
    },
  };
}
