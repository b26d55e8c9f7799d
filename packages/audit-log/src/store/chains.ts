/** Which chains there are. */
import { type Database, Prisma } from '@farebox/db';

export interface ChainPage {
  /** Exclusive; undefined: from the first. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * Of the platform, then of organizations, newest first. Also of those of which somebody took the head or all entries: the other half tells of them. One that is gone
 * with both is known only to who kept its head.
 */
export async function readChains(database: Database, { before, limit }: ChainPage): Promise<readonly string[]> {
  const older = before === undefined ? Prisma.sql`true` : Prisma.sql`chain < ${before}`;
  const rows = await database.rows<{ chain: string }>(Prisma.sql`
    WITH RECURSIVE logged (chain) AS (
      (SELECT chain FROM audit_log WHERE ${older} ORDER BY chain DESC LIMIT 1)
      UNION ALL
      SELECT (SELECT l.chain FROM audit_log AS l WHERE l.chain < logged.chain ORDER BY l.chain DESC LIMIT 1) FROM logged WHERE logged.chain IS NOT NULL
    )
    (SELECT chain FROM logged WHERE chain IS NOT NULL LIMIT ${limit}::integer)
    UNION
    (SELECT chain FROM audit_log_head WHERE ${older} ORDER BY chain DESC LIMIT ${limit}::integer)
    ORDER BY chain DESC LIMIT ${limit}::integer`);
  return rows.map(({ chain }) => chain);
}
