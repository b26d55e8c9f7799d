/** Writes when keys were used. The database decides whether the last write of each key is at least a minute old. */
import { type Database, Prisma } from '@farebox/db';

export interface KeyUse {
  readonly projectId: string;
  readonly keyId: string;
}

export async function writeUses(database: Database, uses: readonly KeyUse[]): Promise<void> {
  const projects = uses.map(({ projectId }) => projectId);
  const keys = uses.map(({ keyId }) => keyId);
  await database.rows(Prisma.sql`SELECT 1 AS done FROM api_key_used(${projects}, ${keys})`);
}
