/** The saved position of a keeper's long search, from which any keeper can continue. */
import { type Database, Prisma } from '@farebox/db';

/** Returns the position and reserves the search for `seconds`. Null if another keeper is searching or searched recently. */
export async function takeCursor(database: Database, name: 'objects', seconds: number): Promise<string | null> {
  const [row] = await database.rows<{ position: string }>(Prisma.sql`
    UPDATE keeper_cursor SET next_at = now() + make_interval(secs => ${seconds}::double precision)
    WHERE name = ${name} AND next_at <= now() RETURNING position`);
  return row?.position ?? null;
}

/** Moves the position on. The next search may begin in `seconds`. Does nothing if another keeper has moved it. */
export async function saveCursor(
  database: Database,
  name: 'objects',
  move: { readonly from: string; readonly to: string; readonly seconds: number },
): Promise<void> {
  await database.rows(Prisma.sql`
    UPDATE keeper_cursor SET position = ${move.to}, next_at = now() + make_interval(secs => ${move.seconds}::double precision)
    WHERE name = ${name} AND position = ${move.from} RETURNING name`);
}
