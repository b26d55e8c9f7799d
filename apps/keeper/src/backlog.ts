/** Measures what waits and what runs. With several keepers each tells the whole: take the largest, not the sum. */
import type { Database } from '@farebox/db';
import { openExecutions } from '@farebox/executions';
import { ENGINES, micros, microsToJson } from '@farebox/kernel';
import type { Metrics } from '@farebox/telemetry';

const STATUSES = ['queued', 'running', 'needs_review'] as const;
/** All of them are told, the empty ones as 0: an alert cannot compare what was never there. */
const KINDS = STATUSES.flatMap((status) => ENGINES.map((engine) => ({ status, engine })));
const NONE = { count: 0, oldestSeconds: 0, heldMicros: 0n };

/** Acts on nothing, and so answers 0. */
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
