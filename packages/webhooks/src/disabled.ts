/**
 * Counts webhook endpoints that were disabled after failures. Each keeper exports the total: with several keepers use the
 * maximum, not the sum.
 */
import type { Database } from '@farebox/db';
import type { Metrics } from '@farebox/telemetry';
import { countDisabledEndpoints } from './store/endpoints.ts';

/** Returns 0, because it only measures. */
export async function measureDisabled(database: Database, metrics: Pick<Metrics, 'webhooksDisabled'>): Promise<number> {
  metrics.webhooksDisabled.set(await countDisabledEndpoints(database));
  return 0;
}
