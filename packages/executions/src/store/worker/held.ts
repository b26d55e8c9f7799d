/** Keeps and watches what a worker holds: one statement for all its executions, however many they are. */
import { type Database, Prisma } from '@tollgate/db';

/** An execution as its holder names it. */
export interface HeldExecution {
  readonly id: string;
  readonly epoch: number;
}

/** By id; an execution that is missing is no longer this worker's, and it must stop at once. */
export type HeldAnswer = ReadonlyMap<string, { readonly cancelRequested: boolean }>;

interface HeldRow {
  readonly id: string;
  readonly cancel_requested: boolean;
}

/** Extends the leases of those that are still held to `leaseSeconds` from now. */
export async function heartbeat(
  database: Database,
  held: readonly HeldExecution[],
  leaseSeconds: number,
): Promise<HeldAnswer> {
  const rows = await database.rows<HeldRow>(Prisma.sql`
    SELECT * FROM execution_heartbeat(${ids(held)}::text[], ${epochs(held)}::integer[],
      make_interval(secs => ${leaseSeconds}::double precision))`);
  return answerOf(rows);
}

/** As `heartbeat`, but writes nothing: the cheap way to learn of a cancel request. */
export async function watch(database: Database, held: readonly HeldExecution[]): Promise<HeldAnswer> {
  const rows = await database.rows<HeldRow>(
    Prisma.sql`SELECT * FROM execution_watch(${ids(held)}::text[], ${epochs(held)}::integer[])`,
  );
  return answerOf(rows);
}

const ids = (held: readonly HeldExecution[]): string[] => held.map(({ id }) => id);
const epochs = (held: readonly HeldExecution[]): number[] => held.map(({ epoch }) => epoch);
const answerOf = (rows: readonly HeldRow[]): HeldAnswer =>
  new Map(rows.map((row) => [row.id, { cancelRequested: row.cancel_requested }]));
