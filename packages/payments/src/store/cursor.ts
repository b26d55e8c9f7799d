/** The second up to which provider events were reconciled, shared by all keepers. */
import { type Database, Prisma } from '@farebox/db';

/** For how long no other keeper begins. */
const TAKEN_SECONDS = 100;

/** Returns the position and reserves it for a while; null if another keeper has it or had it a moment ago. */
export async function takeCursor(database: Database): Promise<string | null> {
  const [row] = await database.rows<{ position: string }>(Prisma.sql`
    UPDATE keeper_cursor SET next_at = now() + make_interval(secs => ${TAKEN_SECONDS}::double precision)
    WHERE name = 'payments' AND next_at <= now() RETURNING position`);
  return row?.position ?? null;
}

/** Only moves forward, even if another keeper has taken over meanwhile. */
export async function saveCursor(database: Database, seconds: number): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE keeper_cursor SET position = ${String(seconds)}, next_at = now() + make_interval(secs => ${TAKEN_SECONDS}::double precision)
    WHERE name = 'payments' AND (position = '' OR position::bigint < ${seconds}::bigint) RETURNING name`);
}
