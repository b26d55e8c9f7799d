/** Measures what waits and what runs. With several keepers each tells the whole: take the largest, not the sum. */
import type { Database } from '@tollgate/db';
import { openExecutions } from '@tollgate/executions';
import type { Metrics } from '@tollgate/telemetry';

const STATUSES = ['queued', 'running', 'needs_review'] as const;

/** Acts on nothing, and so answers 0. */
export async function measureBacklog(
  database: Database,
  { executionsOpen, executionsOldest }: Pick<Metrics, 'executionsOpen' | 'executionsOldest'>,
): Promise<number> {
  const open = await openExecutions(database);
  for (const status of STATUSES) {
    const found = open.find((each) => each.status === status);
    executionsOpen.set({ status }, found?.count ?? 0);
    executionsOldest.set({ status }, found?.oldestSeconds ?? 0);
  }
  return 0;
}
