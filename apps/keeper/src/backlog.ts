/** Measures waiting and running executions. Each keeper exports the total: with several keepers use the maximum, not the sum. */
import type { Database } from '@farebox/db';
import { openExecutions } from '@farebox/executions';
import { ENGINES, micros, microsToJson } from '@farebox/kernel';
import type { Metrics } from '@farebox/telemetry';

const STATUSES = ['queued', 'running', 'needs_review'] as const;
/** Exports zeros as well, because an alert cannot compare a series that does not exist. */
const KINDS = STATUSES.flatMap((status) => ENGINES.map((engine) => ({ status, engine })));
const NONE = { count: 0, oldestSeconds: 0, heldMicros: 0n };

/** Returns 0, because it only measures. */
export async function measureBacklog(
  database: Database,
  metrics: Pick<Metrics, 'executionsOpen' | 'executionsOldest' | 'executionsHeld'>,
): Promise<number> {
  const open = await openExecutions(database);
  for (const kind of KINDS) {
    const found = open.find(({ status, engine }) => status === kind.status && engine === kind.engine) ?? NONE;
    metrics.executionsOpen.set(kind, found.count);
    metrics.executionsOldest.set(kind, found.oldestSeconds);
    metrics.executionsHeld.set(kind, microsToJson(micros(found.heldMicros)));
  }
  return 0;
}
