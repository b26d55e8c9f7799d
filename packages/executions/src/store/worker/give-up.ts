/**
 * Two ways to leave an execution unfinished: handing it back when the worker stops, or retrying it later. A wait for a place
 * ends early when one is free.
 */
import { type Database, Prisma } from '@farebox/db';
import { type ClaimRow, type ExecutionRef, type LeasedExecution, claimsOf, leaseOf } from './leased.ts';

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

/** An execution that waits for a place. */
export interface WaitingExecution extends ExecutionRef {
  /** The epoch of the claim that postponed it. */
  readonly epoch: number;
}

/** Makes those due that still wait so, and returns their ids. The rest of their pause is taken back from their run time. */
export async function wake(database: Database, waiting: readonly WaitingExecution[]): Promise<ReadonlySet<string>> {
  const projects = waiting.map(({ projectId }) => projectId);
  const ids = waiting.map(({ id }) => id);
  const epochs = waiting.map(({ epoch }) => epoch);
  const rows = await database.rows<{ id: string }>(
    Prisma.sql`SELECT id FROM execution_wake(${projects}::text[], ${ids}::text[], ${epochs}::integer[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
