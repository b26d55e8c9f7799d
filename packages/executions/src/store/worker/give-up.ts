/** The two ways to leave an execution unfinished: unharmed, because the worker is stopped, or to be tried again later. */
import { type Database, Prisma } from '@tollgate/db';
import { type HeldExecution, heartbeat } from './held.ts';

/** Due at once for any worker, and the claim is not counted as an attempt. Answers those that were still held. */
export async function handBack(database: Database, held: readonly HeldExecution[]): Promise<ReadonlySet<string>> {
  const payload = JSON.stringify(held.map(({ id, epoch }) => ({ id, epoch })));
  const rows = await database.rows<{ id: string }>(Prisma.sql`SELECT * FROM execution_hand_back(${payload}::jsonb)`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The attempt counts, and nobody can claim the execution before `afterSeconds`: its lease is made to run out then, which
 * is also when the keeper looks after it. Answers false when it was no longer held.
 */
export async function retryLater(database: Database, held: HeldExecution, afterSeconds: number): Promise<boolean> {
  return (await heartbeat(database, [held], afterSeconds)).has(held.id);
}
