/** The two ways to leave an execution unfinished: unharmed, because the worker is stopped, or to be tried again later. */
import { type Database, Prisma } from '@farebox/db';
import { type ClaimRow, type LeasedExecution, claimsOf, leaseOf } from './leased.ts';

/** Due at once for any worker, and the claim is not counted as an attempt. Answers the claim tokens that still held. */
export async function handBack(database: Database, leased: readonly LeasedExecution[]): Promise<ReadonlySet<string>> {
  const payload = JSON.stringify(leased.map(leaseOf));
  return claimsOf(
    await database.rows<ClaimRow>(Prisma.sql`SELECT * FROM execution_hand_back(${payload}::jsonb) AS claim_token`),
  );
}

export interface Pause {
  readonly afterSeconds: number;
  /** False: nothing was tried, so it is no attempt. */
  readonly counted: boolean;
}

/**
 * Nobody can claim the execution before the pause is over: its lease is made to run out then, which is also when the keeper
 * looks after it. Answers false when it was no longer held.
 */
export async function retryLater(
  database: Database,
  { projectId, id, claimToken }: LeasedExecution,
  pause: Pause,
): Promise<boolean> {
  const [row] = await database.rows<{ leased: boolean }>(Prisma.sql`
    SELECT execution_postpone(${projectId}, ${id}, ${claimToken}::uuid, make_interval(secs => ${pause.afterSeconds}::double precision),
      ${pause.counted}) AS leased`);
  return row?.leased === true;
}
