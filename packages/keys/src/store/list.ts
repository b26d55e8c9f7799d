/** A project's keys for those who administer them: what they are, never what they consist of. */
import { type Database, Prisma } from '@tollgate/db';
import { scopesOf } from './find.ts';
import type { KeyRow } from './write.ts';

/** Keys in one answer, at most; the newest. */
const KEYS_MAX = 500;

/** Newest first, ended ones included. */
export async function listKeys(database: Database, projectId: string): Promise<readonly KeyRow[]> {
  const rows = await database.rows<KeyRow>(Prisma.sql`
    SELECT id, lineage_id AS "lineage", name, scopes, member_id AS "memberId", created_at AS "createdAt",
           expires_at AS "expiresAt", revoked_at AS "revokedAt"
      FROM api_key WHERE project_id = ${projectId} ORDER BY id DESC LIMIT ${KEYS_MAX}`);
  return rows.map((row) => ({ ...row, scopes: scopesOf(row.scopes) }));
}
