/** Ways in which a real database cannot write, for tests of stored results. */
import { Prisma } from '@farebox/db';
import { openTestDatabase } from '@farebox/testing';
import type { Fixture } from './fixture.ts';

/** Runs statements from outside of the database under test. */
async function outside({ url }: Fixture, ...statements: readonly string[]): Promise<void> {
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const database = openTestDatabase({ url: elsewhere.href, poolMax: 1, applicationName: 'outage' });
  try {
    for (const statement of statements) await database.prisma.$executeRaw(Prisma.raw(statement));
  } finally {
    await database.close();
  }
}

const nameOf = ({ url }: Fixture): string => new URL(url).pathname.slice(1);
/**
 * The queue keeps its connections: it is only a hint, and its library leaves a timer behind if its listener is
 * disconnected.
 */
const endAll = (fixture: Fixture): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = '${nameOf(fixture)}' AND application_name <> 'farebox-queue'`;

/** Like a demoted server, or one whose operator protects its disk: it responds, and refuses every write (25006). */
export const readOnly = (fixture: Fixture): Promise<void> =>
  outside(fixture, `ALTER DATABASE "${nameOf(fixture)}" SET default_transaction_read_only = on`, endAll(fixture));

/** No client can connect, and existing connections are closed. */
export const away = (fixture: Fixture): Promise<void> =>
  outside(fixture, `ALTER DATABASE "${nameOf(fixture)}" WITH ALLOW_CONNECTIONS false`, endAll(fixture));

export const recovered = (fixture: Fixture): Promise<void> =>
  outside(
    fixture,
    `ALTER DATABASE "${nameOf(fixture)}" WITH ALLOW_CONNECTIONS true`,
    `ALTER DATABASE "${nameOf(fixture)}" RESET default_transaction_read_only`,
    endAll(fixture),
  );

/** The server raises this SQLSTATE when an execution would end, such as a full disk (53100). */
export const failingEnds = (fixture: Fixture, state: string): Promise<unknown> =>
  fixture.sql(`
    DO $do$ BEGIN
      CREATE FUNCTION staged_failure() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '${state}'; END $$;
      CREATE TRIGGER staged_failure BEFORE UPDATE ON execution FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION staged_failure();
    END $do$`);

export const endsAgain = (fixture: Fixture): Promise<unknown> => fixture.sql('DROP FUNCTION staged_failure CASCADE');
