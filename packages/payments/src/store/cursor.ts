/** Up to which second the events of the provider of payments were looked at, whichever keeper did. */
import { type Database, Prisma } from '@farebox/db';

/** No other keeper begins meanwhile, or soon after. */
const TAKEN_SECONDS = 100;

/** Answers the position, and keeps all others away for a while; null when one is at it or was a moment ago. */
export async function takeCursor(database: Database): Promise<string | null> {
  const [row] = await database.rows<{ position: string }>(Prisma.sql`
    UPDATE keeper_cursor SET next_at = now() + make_interval(secs => ${TAKEN_SECONDS}::double precision)
    WHERE name = 'payments' AND next_at <= now() RETURNING position`);
  return row?.position ?? null;
}

/** It only goes forward, whoever else may have thought this keeper dead. */
export async function saveCursor(database: Database, seconds: number): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE keeper_cursor SET position = ${String(seconds)}, next_at = now() + make_interval(secs => ${TAKEN_SECONDS}::double precision)
    WHERE name = 'payments' AND (position = '' OR position::bigint < ${seconds}::bigint) RETURNING name`);
}
