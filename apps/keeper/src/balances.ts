/** Tells how many projects need a top-up. With several keepers each tells the whole: take the largest, not the sum. */
import type { Database } from '@tollgate/db';
import { countLowBalances } from '@tollgate/ledger';
import type { Metrics } from '@tollgate/telemetry';

/** Acts on nothing, and so answers 0. */
export async function measureBalances(database: Database, metrics: Pick<Metrics, 'balancesLow'>): Promise<number> {
  metrics.balancesLow.set(await countLowBalances(database));
  return 0;
}
