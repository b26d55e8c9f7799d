/** A project's keys for those who administer them: what they are, never what they consist of. */
import { type Database, Prisma } from '@tollgate/db';
import { COLUMNS, type KeyRow, keyRowOf, type Row } from './write.ts';

/** Keys in one response, at most; the newest. */
const KEYS_MAX = 500;

/** Newest first, ended ones included. */
export async function listKeys(database: Database, projectId: string): Promise<readonly KeyRow[]> {
  const rows = await database.rows<Row>(Prisma.sql`
    SELECT ${COLUMNS} FROM api_key WHERE project_id = ${projectId} ORDER BY id DESC LIMIT ${KEYS_MAX}`);
  return rows.map(keyRowOf);
}
