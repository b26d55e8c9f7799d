/** Files past their period, and objects that no file needs. Rows stay as evidence; only objects are removed. */
import { type Database, Prisma } from '@farebox/db';

/** Takes up to `limit` expired files out of use; answers the keys of their objects, which are to be removed. */
export async function expireFiles(database: Database, limit: number): Promise<string[]> {
  const rows = await database.rows<{ object_key: string }>(Prisma.sql`SELECT * FROM file_expire(${limit}::integer)`);
  return rows.map(({ object_key }) => object_key);
}

/** Those of `keys` that no file will refer to any more, taken for removal: from now on none can. */
export async function takeOrphans(database: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ object_key: string }>(
    Prisma.sql`SELECT * FROM object_take_orphans(${keys}::text[])`,
  );
  return rows.map(({ object_key }) => object_key);
}
