/**
 * Finds payments whose Stripe events never arrived, and counts the events of the last day that need a person.
 */
import type { Database } from '@farebox/db';
import { countProblems, reconcile, type Reconciling } from '@farebox/payments';
import type { Metrics } from '@farebox/telemetry';

export interface Payments extends Omit<Reconciling, 'now'> {
  readonly metrics: Pick<Metrics, 'paymentProblems'>;
}

/** Returns the number of newly booked events. The exported count is correct even while Stripe does not answer. */
export async function lookAtPayments(database: Database, { metrics, ...others }: Payments): Promise<number> {
  try {
    return await reconcile(database, { ...others, now: new Date() });
  } finally {
    metrics.paymentProblems.set(await countProblems(database));
  }
}
