/** Ways in which a real database cannot write: for the tests of what is remembered meanwhile. */
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
/** The queue, which is only a hint, keeps its own: its library leaves a timer behind where its listener is cut off. */
const endAll = (fixture: Fixture): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = '${nameOf(fixture)}' AND application_name <> 'farebox-queue'`;

/** As a server that was demoted, or whose operator protects its disk: it answers, and refuses every write (25006). */
export const readOnly = (fixture: Fixture): Promise<void> =>
  outside(fixture, `ALTER DATABASE "${nameOf(fixture)}" SET default_transaction_read_only = on`, endAll(fixture));

/** Nobody can connect, and whoever was connected is not any more. */
export const away = (fixture: Fixture): Promise<void> =>
  outside(fixture, `ALTER DATABASE "${nameOf(fixture)}" WITH ALLOW_CONNECTIONS false`, endAll(fixture));

export const recovered = (fixture: Fixture): Promise<void> =>
  outside(
    fixture,
    `ALTER DATABASE "${nameOf(fixture)}" WITH ALLOW_CONNECTIONS true`,
    `ALTER DATABASE "${nameOf(fixture)}" RESET default_transaction_read_only`,
    endAll(fixture),
  );

/** The server raises this SQLSTATE where an execution would end: a disk that is full (53100), say. */
export const failingEnds = (fixture: Fixture, state: string): Promise<unknown> =>
  fixture.sql(`
    DO $do$ BEGIN
      CREATE FUNCTION staged_failure() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '${state}'; END $$;
      CREATE TRIGGER staged_failure BEFORE UPDATE ON execution FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION staged_failure();
    END $do$`);

export const endsAgain = (fixture: Fixture): Promise<unknown> => fixture.sql('DROP FUNCTION staged_failure CASCADE');
