/** When an event URL ends. Only the database's clock decides, so that gateways with wrong clocks agree. */
import { type Database, Prisma } from '@farebox/db';

export interface EventUrlTimes {
  /** Rounded to the second, like the expiry of other URLs. */
  readonly endAfter: (seconds: number) => Promise<Date>;
  /** Milliseconds until this time; zero or less if it is over. */
  readonly remainingMs: (expiresAt: Date) => Promise<number>;
}

export const createEventUrlTimes = (database: Database): EventUrlTimes => ({
  async endAfter(seconds) {
    const [row] = await database.rows<{ at: Date }>(
      Prisma.sql`SELECT date_trunc('second', instant()) + make_interval(secs => ${seconds}::double precision) AS at`,
    );
    return (row as { at: Date }).at;
  },
  async remainingMs(expiresAt) {
    const [row] = await database.rows<{ ms: number }>(
      Prisma.sql`SELECT extract(epoch FROM ${expiresAt}::timestamptz - instant())::float8 * 1000 AS ms`,
    );
    return (row as { ms: number }).ms;
  },
});
