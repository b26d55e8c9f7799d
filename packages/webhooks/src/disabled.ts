/** Tells how many endpoints were given up. With several keepers each tells the whole: take the largest, not the sum. */
import type { Database } from '@farebox/db';
import type { Metrics } from '@farebox/telemetry';
import { countDisabledEndpoints } from './store/endpoints.ts';

/** Acts on nothing, and so answers 0. */
export async function measureDisabled(database: Database, metrics: Pick<Metrics, 'webhooksDisabled'>): Promise<number> {
  metrics.webhooksDisabled.set(await countDisabledEndpoints(database));
  return 0;
}
