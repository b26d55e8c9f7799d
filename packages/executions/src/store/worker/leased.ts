/** Keeps and watches what a worker holds: one statement for all its executions, however many they are. */
import { type Database, Prisma } from '@farebox/db';

/** An execution as everybody names it: its project finds it, and its id alone does not. */
export interface ExecutionRef {
  readonly projectId: string;
  readonly id: string;
}

/** An execution as its holder names it. Each claim draws a new token, and whoever writes must have the one that stands. */
export interface LeasedExecution extends ExecutionRef {
  readonly claimToken: string;
}

/** No more than the claim, of whatever carries one. */
export const leaseOf = ({ id, projectId, claimToken }: LeasedExecution): LeasedExecution => ({
  id,
  projectId,
  claimToken,
});

/** By claim token; one that is missing is no longer this worker's, which must stop at once. */
export type LeaseState = ReadonlyMap<string, { readonly cancelRequested: boolean }>;

/** A claim that still held when it was asked about. */
export interface ClaimRow {
  readonly claim_token: string;
}

export const claimsOf = (rows: readonly ClaimRow[]): ReadonlySet<string> => new Set(rows.map((row) => row.claim_token));

interface LeasedRow extends ClaimRow {
  readonly cancel_requested: boolean;
}

/** Extends the leases of those that are still held to `leaseSeconds` from now. */
export async function heartbeat(
  database: Database,
  leased: readonly LeasedExecution[],
  leaseSeconds: number,
): Promise<LeaseState> {
  const rows = await database.rows<LeasedRow>(Prisma.sql`
    SELECT * FROM execution_heartbeat(${projects(leased)}::text[], ${ids(leased)}::text[], ${claimTokens(leased)}::uuid[],
      ${leaseSeconds}::double precision * interval '1 second')`);
  return stateOf(rows);
}

/** As `heartbeat`, but writes nothing: the cheap way to learn of a cancel request. */
export async function watch(database: Database, leased: readonly LeasedExecution[]): Promise<LeaseState> {
  const rows = await database.rows<LeasedRow>(
    Prisma.sql`SELECT * FROM execution_watch(${projects(leased)}::text[], ${ids(leased)}::text[], ${claimTokens(leased)}::uuid[])`,
  );
  return stateOf(rows);
}

const projects = (leased: readonly LeasedExecution[]): string[] => leased.map(({ projectId }) => projectId);
const ids = (leased: readonly LeasedExecution[]): string[] => leased.map(({ id }) => id);
const claimTokens = (leased: readonly LeasedExecution[]): string[] => leased.map(({ claimToken }) => claimToken);
const stateOf = (rows: readonly LeasedRow[]): LeaseState =>
  new Map(rows.map((row) => [row.claim_token, { cancelRequested: row.cancel_requested }]));
