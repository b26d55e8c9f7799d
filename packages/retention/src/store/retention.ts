/**
 * The retention of a project's execution content, and its deletion afterwards. Deletion scans the project's settlements,
 * oldest first, and stores its position: executions before it are not read again.
 */
import { type Database, Prisma, type Transaction, type Writer, rowsOf } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface Retention {
  /** Days of 24 hours; null: forever. */
  readonly days: number | null;
  /** Time of the last change; null if it was never set. */
  readonly since: Date | null;
}

export interface DueContent {
  readonly projectId: string;
  /** Maximum of transfers to scan; an execution has up to three. */
  readonly transfers: number;
}

export async function readRetention(reader: Writer, projectId: string): Promise<Retention> {
  const [row] = await rowsOf<Retention>(
    reader,
    Prisma.sql`SELECT days, set_at AS since FROM project_retention WHERE project_id = ${projectId}`,
  );
  return row ?? { days: null, since: null };
}

/** Returns the previous value. Setting the same value changes nothing, not even `since`. */
export async function setRetention(
  transaction: Transaction,
  { projectId, days }: { readonly projectId: string; readonly days: number | null },
): Promise<Retention> {
  const before = await readRetention(transaction, projectId);
  if (before.days !== days) {
    await transaction.$executeRaw`
      INSERT INTO project_retention AS r (project_id, days, next_at)
      VALUES (${projectId}, ${days}::integer, CASE WHEN ${days}::integer IS NOT NULL THEN instant() END)
      ON CONFLICT (project_id) DO UPDATE SET days = excluded.days, set_at = instant(), next_at = excluded.next_at`;
  }
  return before;
}

/** Returns projects whose content may be due, the longest overdue first. */
export async function projectsWithDueContent(database: Database, limit: number): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(Prisma.sql`
    SELECT project_id AS id FROM project_retention WHERE next_at <= instant() ORDER BY next_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes due content in one transaction. Does nothing while another process deletes. Safe to repeat. */
export async function deleteDueContent(
  database: Database,
  { projectId, transfers }: DueContent,
): Promise<{ readonly deleted: number; readonly hasMore: boolean }> {
  const [row] = await database.rows<{ deleted: number; hasMore: boolean }>(Prisma.sql`
    SELECT deleted, has_more AS "hasMore" FROM execution_delete_due_content(${projectId}, ${transfers}::integer)`);
  invariant(row !== undefined, 'execution_delete_due_content answers one row');
  return row;
}
