/** Starts a review, or continues it after a lookup that found nothing. The hold stays. */
import { type Database, Prisma } from '@farebox/db';
import type { ClaimRow, LeasedExecution } from './leased.ts';

export interface Reviewing extends LeasedExecution {
  /** Index of the step whose provider call has an unknown outcome. */
  readonly step: number;
  /** In snake_case. */
  readonly reason: string;
}

export interface ReviewTimes {
  /** Pause until the first lookup; it doubles for each further one, up to 360 times. */
  readonly backoffSeconds: number;
  /** Time until the review ends in the customer's favour. */
  readonly resolveSeconds: number;
  /** The same for a call that the simulator answers, if that is sooner. */
  readonly simulatedResolveSeconds?: number;
}

/** Returns false if the claim was lost. */
export async function review(database: Database, reviewing: Reviewing, times: ReviewTimes): Promise<boolean> {
  const payload = JSON.stringify([reviewing]);
  const rows = await database.rows<ClaimRow>(Prisma.sql`
    SELECT * FROM execution_review(${payload}::jsonb, make_interval(secs => ${times.backoffSeconds}::double precision),
      make_interval(secs => ${times.resolveSeconds}::double precision)) AS claim_token`);
  return rows.length > 0;
}
