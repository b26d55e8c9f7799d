/** Tells how many projects need a top-up. With several keepers each tells the whole: take the largest, not the sum. */
import type { Database } from '@farebox/db';
import { countLowBalances } from '@farebox/ledger';
import type { Metrics } from '@farebox/telemetry';

/** Acts on nothing, and so answers 0. */
export async function measureBalances(database: Database, metrics: Pick<Metrics, 'balancesLow'>): Promise<number> {
  metrics.balancesLow.set(await countLowBalances(database));
  return 0;
}
