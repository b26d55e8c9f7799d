/** Ways in which a real database cannot write: for the tests of what is remembered meanwhile. */
import { Prisma, openDatabase } from '@tollgate/db';
import type { Ground } from './ground.ts';

/** Runs statements from outside of the database under test. */
async function outside({ url }: Ground, ...statements: readonly string[]): Promise<void> {
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const database = openDatabase({ url: elsewhere.href, poolMax: 1, applicationName: 'outage' });
  try {
    for (const statement of statements) await database.prisma.$executeRaw(Prisma.raw(statement));
  } finally {
    await database.close();
  }
}

const nameOf = ({ url }: Ground): string => new URL(url).pathname.slice(1);
/** The queue, which is only a hint, keeps its own: its library leaves a timer behind where its listener is cut off. */
const endAll = (ground: Ground): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = '${nameOf(ground)}' AND application_name <> 'tollgate-queue'`;

/** As a server that was demoted, or whose operator protects its disk: it answers, and refuses every write (25006). */
export const readOnly = (ground: Ground): Promise<void> =>
  outside(ground, `ALTER DATABASE "${nameOf(ground)}" SET default_transaction_read_only = on`, endAll(ground));

/** Nobody can connect, and whoever was connected is not any more. */
export const away = (ground: Ground): Promise<void> =>
  outside(ground, `ALTER DATABASE "${nameOf(ground)}" WITH ALLOW_CONNECTIONS false`, endAll(ground));

export const healed = (ground: Ground): Promise<void> =>
  outside(
    ground,
    `ALTER DATABASE "${nameOf(ground)}" WITH ALLOW_CONNECTIONS true`,
    `ALTER DATABASE "${nameOf(ground)}" RESET default_transaction_read_only`,
    endAll(ground),
  );

/** The server raises this SQLSTATE where an execution would end: a disk that is full (53100), say. */
export const failingEnds = (ground: Ground, state: string): Promise<unknown> =>
  ground.sql(`
    DO $do$ BEGIN
      CREATE FUNCTION staged_failure() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '${state}'; END $$;
      CREATE TRIGGER staged_failure BEFORE UPDATE ON execution FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION staged_failure();
    END $do$`);

export const endsAgain = (ground: Ground): Promise<unknown> => ground.sql('DROP FUNCTION staged_failure CASCADE');
