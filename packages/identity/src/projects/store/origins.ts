/** The allowed origins of projects, read by project, or by origin if a request names no project. */
import { type Database, Prisma, rowsOf, type Transaction, type Writer } from '@farebox/db';

export interface ListedOrigins {
  readonly origins: readonly string[];
  /** The time of the last change; null: never changed. */
  readonly since: Date | null;
}

export async function readOrigins(reader: Writer, projectId: string): Promise<ListedOrigins> {
  const [row] = await rowsOf<ListedOrigins>(
    reader,
    Prisma.sql`SELECT origins, set_at AS since FROM project_origins WHERE project_id = ${projectId}`,
  );
  return row ?? { origins: [], since: null };
}

/** Returns the previous origins. Setting equal origins changes nothing, not even `since`. */
export async function setOrigins(
  transaction: Transaction,
  { projectId, origins }: { readonly projectId: string; readonly origins: readonly string[] },
): Promise<ListedOrigins> {
  const before = await readOrigins(transaction, projectId);
  if (before.origins.join(' ') !== origins.join(' ')) {
    await transaction.$executeRaw`
      INSERT INTO project_origins AS o (project_id, origins) VALUES (${projectId}, ${origins}::text[])
      ON CONFLICT (project_id) DO UPDATE SET origins = excluded.origins, set_at = instant()`;
  }
  return before;
}

/** The origins among these that any project allows. */
export async function listedOrigins(database: Database, origins: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ origin: string }>(Prisma.sql`
    SELECT asked.origin FROM unnest(${origins}::text[]) AS asked (origin)
     WHERE EXISTS (SELECT FROM project_origins AS o WHERE o.origins @> ARRAY[asked.origin])`);
  return new Set(rows.map(({ origin }) => origin));
}

/** Project → its origins; a project without origins may be missing. */
export async function originsOfProjects(
  database: Database,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.rows<{ id: string; origins: readonly string[] }>(
    Prisma.sql`SELECT project_id AS id, origins FROM project_origins WHERE project_id = ANY (${projectIds})`,
  );
  return new Map(rows.map(({ id, origins }) => [id, origins]));
}
