/** Two ways to leave an execution unfinished: handing it back when the worker stops, or retrying it later. */
import { type Database, Prisma } from '@farebox/db';
import { type ClaimRow, type LeasedExecution, claimsOf, leaseOf } from './leased.ts';

/** Makes the executions due at once for any worker, without counting an attempt. Returns the claim tokens that were still valid. */
export async function handBack(database: Database, leased: readonly LeasedExecution[]): Promise<ReadonlySet<string>> {
  const payload = JSON.stringify(leased.map(leaseOf));
  return claimsOf(
    await database.rows<ClaimRow>(Prisma.sql`SELECT * FROM execution_hand_back(${payload}::jsonb) AS claim_token`),
  );
}

export interface Pause {
  readonly afterSeconds: number;
  /** False if nothing was tried, so that it does not count as an attempt. */
  readonly counted: boolean;
  /** Whether it waits for a place, which is no run time; default false. */
  readonly isWait?: boolean;
}

/**
 * Keeps the execution from being claimed until the pause ends: its lease expires then, which is also when the keeper
 * notifies. Returns false if the claim was lost.
 */
export async function retryLater(
  database: Database,
  { projectId, id, claimToken }: LeasedExecution,
  pause: Pause,
): Promise<boolean> {
  const [row] = await database.rows<{ leased: boolean }>(Prisma.sql`
    SELECT execution_postpone(${projectId}, ${id}, ${claimToken}::uuid, make_interval(secs => ${pause.afterSeconds}::double precision),
      ${pause.counted}, ${pause.isWait ?? false}) AS leased`);
  return row?.leased === true;
}
