/** Lists the chains. */
import { type Database, Prisma } from '@farebox/db';

export interface ChainPage {
  /** Exclusive; undefined: from the first chain. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * The platform first, then the organizations, newest first. Includes chains whose head or whose entries were removed: the other half still names them.
 * If both were removed, only an exported head reveals it.
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
