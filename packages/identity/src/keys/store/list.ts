/** The keys of a project for its administrators, without their secrets. */
import { type Database, Prisma } from '@farebox/db';
import { COLUMNS, type KeyRow, keyRowOf, type Row } from './write.ts';

export interface KeysPage {
  readonly projectId: string;
  /** Exclusive; undefined: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first, including ended keys, at most `limit`. */
export async function listKeys(database: Database, { projectId, before, limit }: KeysPage): Promise<readonly KeyRow[]> {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`;
  const rows = await database.rows<Row>(Prisma.sql`
    SELECT ${COLUMNS} FROM api_key WHERE project_id = ${projectId} ${older} ORDER BY id DESC LIMIT ${limit}`);
  return rows.map(keyRowOf);
}

/** Null: the project has no such key, by its id or by its public id. */
export async function findKey(
  database: Database,
  { projectId, key }: { readonly projectId: string; readonly key: string },
): Promise<KeyRow | null> {
  const [row] = await database.rows<Row>(Prisma.sql`
    SELECT ${COLUMNS} FROM api_key WHERE project_id = ${projectId} AND (id = ${key} OR public_id = ${key})`);
  return row === undefined ? null : keyRowOf(row);
}
