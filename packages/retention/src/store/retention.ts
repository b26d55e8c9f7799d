/**
 * How long a project keeps the content of its executions after their end, and the deletion of what it has kept that long. It goes along the
 * settlements of a project, oldest first, and remembers where it stands: what a longer period would keep is not asked for again.
 */
import { type Database, Prisma, type Transaction, type Writer, rowsOf } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface Retention {
  /** Of 24 hours; null: for ever. */
  readonly days: number | null;
  /** When somebody said so; null: nobody ever did. */
  readonly since: Date | null;
}

export interface DueContent {
  readonly projectId: string;
  /** Looked at, at most; an execution has up to three. */
  readonly transfers: number;
}

export async function readRetention(reader: Writer, projectId: string): Promise<Retention> {
  const [row] = await rowsOf<Retention>(
    reader,
    Prisma.sql`SELECT days, set_at AS since FROM project_retention WHERE project_id = ${projectId}`,
  );
  return row ?? { days: null, since: null };
}

/** Answers what was before. Setting what holds already changes nothing, not even since when. */
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

/** Projects of which something may be due, in the order in which it became so. */
export async function projectsWithDueContent(database: Database, limit: number): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(Prisma.sql`
    SELECT project_id AS id FROM project_retention WHERE next_at <= instant() ORDER BY next_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes what is due, as one transaction. Does nothing while somebody else does so. May be repeated. */
export async function deleteDueContent(
  database: Database,
  { projectId, transfers }: DueContent,
): Promise<{ readonly deleted: number; readonly hasMore: boolean }> {
  const [row] = await database.rows<{ deleted: number; hasMore: boolean }>(Prisma.sql`
    SELECT deleted, has_more AS "hasMore" FROM execution_delete_due_content(${projectId}, ${transfers}::integer)`);
  invariant(row !== undefined, 'execution_delete_due_content answers one row');
  return row;
}
