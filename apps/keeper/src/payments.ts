/** Looks for payments that the provider of payments never told us of, and tells how many events of the last day a person has to look at. */
import type { Database } from '@farebox/db';
import { countProblems, reconcile, type Reconciling } from '@farebox/payments';
import type { Metrics } from '@farebox/telemetry';

export interface Payments extends Omit<Reconciling, 'now'> {
  readonly metrics: Pick<Metrics, 'paymentProblems'>;
}

/** Answers how many were applied that had not been. What is told is true also where the provider does not answer. */
export async function lookAtPayments(database: Database, { metrics, ...others }: Payments): Promise<number> {
  try {
    return await reconcile(database, { ...others, now: new Date() });
  } finally {
    metrics.paymentProblems.set(await countProblems(database));
  }
}
