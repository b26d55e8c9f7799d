/** Renews and watches a worker's leases: one statement for all its executions. */
import { type Database, Prisma } from '@farebox/db';

/** Reference to an execution: the id alone does not find it without its project. */
export interface ExecutionRef {
  readonly projectId: string;
  readonly id: string;
}

/** Reference by the holder of an execution. Each claim draws a new token, and every write requires the current one. */
export interface LeasedExecution extends ExecutionRef {
  readonly claimToken: string;
}

/** Returns only the claim of an object that contains one. */
export const leaseOf = ({ id, projectId, claimToken }: LeasedExecution): LeasedExecution => ({
  id,
  projectId,
  claimToken,
});

/** By claim token; a missing one is lost, and its worker must stop at once. */
export type LeaseState = ReadonlyMap<string, { readonly cancelRequested: boolean }>;

/** A claim that was still valid when it was checked. */
export interface ClaimRow {
  readonly claim_token: string;
}

export const claimsOf = (rows: readonly ClaimRow[]): ReadonlySet<string> => new Set(rows.map((row) => row.claim_token));

interface LeasedRow extends ClaimRow {
  readonly cancel_requested: boolean;
}

/** Extends the leases that are still valid to `leaseSeconds` from now. */
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

/** Like `heartbeat`, but writes nothing: the cheap way to notice a cancel request. */
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
