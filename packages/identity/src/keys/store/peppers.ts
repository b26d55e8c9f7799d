/** Counts active API keys and runner keys by the pepper under which they are stored. */
import { type Database, Prisma } from '@farebox/db';

export interface KeysOfPepper {
  /** Null: keys from before the marks. */
  readonly mark: string | null;
  readonly keys: number;
}

export const keysByPepper = (database: Database): Promise<readonly KeysOfPepper[]> =>
  database.rows<KeysOfPepper>(Prisma.sql`
    SELECT mark, count(*)::integer AS keys FROM (
      SELECT pepper_mark AS mark FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      UNION ALL SELECT pepper_mark FROM runner_key WHERE revoked_at IS NULL
    ) AS active GROUP BY mark ORDER BY keys DESC`);
