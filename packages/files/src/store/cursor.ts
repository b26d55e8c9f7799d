/** Where a long walk of the keeper stands, so that the next one goes on there, whichever keeper makes it. */
import { type Database, Prisma } from '@farebox/db';

/** Answers the position, and keeps all others away for `seconds`; null when one is at it or was a moment ago. */
export async function takeCursor(database: Database, name: 'objects', seconds: number): Promise<string | null> {
  const [row] = await database.rows<{ position: string }>(Prisma.sql`
    UPDATE keeper_cursor SET next_at = now() + make_interval(secs => ${seconds}::double precision)
    WHERE name = ${name} AND next_at <= now() RETURNING position`);
  return row?.position ?? null;
}

/** Moves it from where it was taken; the next walk may begin in `seconds`. Nothing happens when somebody else has moved it. */
export async function saveCursor(
  database: Database,
  name: 'objects',
  move: { readonly from: string; readonly to: string; readonly seconds: number },
): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE keeper_cursor SET position = ${move.to}, next_at = now() + make_interval(secs => ${move.seconds}::double precision)
    WHERE name = ${name} AND position = ${move.from} RETURNING name`);
}
