/** Counts projects that need a top-up. Each keeper exports the total: with several keepers use the maximum, not the sum. */
import type { Database } from '@farebox/db';
import { countLowBalances } from '@farebox/ledger';
import type { Metrics } from '@farebox/telemetry';

/** Returns 0, because it only measures. */
export async function measureBalances(database: Database, metrics: Pick<Metrics, 'balancesLow'>): Promise<number> {
  metrics.balancesLow.set(await countLowBalances(database));
  return 0;
}
