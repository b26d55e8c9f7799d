/** Puts an execution under review, or back under it after a look-up that found nothing. The hold stays. */
import { type Database, Prisma } from '@farebox/db';
import type { ClaimRow, LeasedExecution } from './leased.ts';

export interface Reviewing extends LeasedExecution {
  /** Index of the step whose call has an unknown outcome. */
  readonly step: number;
  /** snake_case. */
  readonly reason: string;
}

export interface ReviewTimes {
  /** Until the first look-up; it doubles from one to the next, up to 360 times. */
  readonly backoffSeconds: number;
  /** Until the review ends in the customer's favour. */
  readonly resolveSeconds: number;
}

/** Answers false when it was no longer held. */
export async function review(database: Database, reviewing: Reviewing, times: ReviewTimes): Promise<boolean> {
  const payload = JSON.stringify([reviewing]);
  const rows = await database.rows<ClaimRow>(Prisma.sql`
    SELECT * FROM execution_review(${payload}::jsonb, make_interval(secs => ${times.backoffSeconds}::double precision),
      make_interval(secs => ${times.resolveSeconds}::double precision)) AS claim_token`);
  return rows.length > 0;
}
