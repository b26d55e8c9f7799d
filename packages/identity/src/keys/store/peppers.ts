/** Counts active keys by the pepper under which they are stored. */
import { type Database, Prisma } from '@farebox/db';

export interface KeysOfPepper {
  /** Null: keys from before the marks. */
  readonly mark: string | null;
  readonly keys: number;
}

export const keysByPepper = (database: Database): Promise<readonly KeysOfPepper[]> =>
  database.rows<KeysOfPepper>(Prisma.sql`
    SELECT pepper_mark AS mark, count(*)::integer AS keys FROM api_key
     WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) GROUP BY pepper_mark ORDER BY keys DESC`);
