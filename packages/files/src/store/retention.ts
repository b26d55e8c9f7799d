/** Expired files, and objects that no file needs. Rows stay as evidence; only objects are removed. */
import { type Database, Prisma } from '@farebox/db';

/** Marks up to `limit` expired files as unusable. Returns the keys of their objects, which the caller removes. */
export async function expireFiles(database: Database, limit: number): Promise<string[]> {
  const rows = await database.rows<{ object_key: string }>(Prisma.sql`SELECT * FROM file_expire(${limit}::integer)`);
  return rows.map(({ object_key }) => object_key);
}

/** Claims for removal those of `keys` that no file refers to. From then on no file can refer to them. */
export async function takeOrphans(database: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ object_key: string }>(
    Prisma.sql`SELECT * FROM object_take_orphans(${keys}::text[])`,
  );
  return rows.map(({ object_key }) => object_key);
}
