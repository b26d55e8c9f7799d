/**
 * Decides whether an app can serve with its database: the schema is at least that of this version, the role may write,
 * and the server accepts writes. Every app waits until then, and a gateway reports it in its readiness.
 */
import type { Database } from './database.ts';
import { sqlState } from './failure.ts';
import { committedStates } from './functions/files.ts';
import { Prisma } from './generated/client.ts';
import { migrationFiles } from './migrations/files.ts';

export type NotServing = 'schema' | 'privileges' | 'read_only';

const ADVICE: Readonly<Record<NotServing, string>> = {
  schema: 'the schema of the database is older than this version: run farebox-migrate',
  privileges:
    'the role of DATABASE_URL may not write: connect as farebox_app (deploy/postgres/roles.sql), and run farebox-migrate, which grants its rights',
  read_only: 'the database accepts no writes: it is a standby, or it is set to read-only',
};

/** A retry helps once an operator has acted. */
export class NotServingError extends Error {
  override readonly name = 'NotServingError';
  readonly reason: NotServing;
  constructor(reason: NotServing, options?: ErrorOptions) {
    super(ADVICE[reason], options);
    this.reason = reason;
  }
}

/** Tables and functions of each part of a paid execution. */
const WRITTEN = ['execution', 'execution_step', 'file', 'ledger_transfer', 'provider_cost'];
const CALLED = ['execution_accept_quoted', 'execution_claim', 'execution_finish', 'file_save_upload'];

interface State {
  readonly isReadOnly: boolean;
  readonly mayWrite: boolean;
  readonly applied: number;
  readonly sequence: number | null;
}

/** Rejects with NotServingError, or with the error of the connection. */
export async function requireServing(database: Database): Promise<void> {
  const { migrations, sequence } = await demanded();
  const [state] = await stateOf(database, migrations);
  if (state === undefined || state.applied < migrations.length || (state.sequence ?? 0) < sequence)
    throw new NotServingError('schema');
  if (!state.mayWrite) throw new NotServingError('privileges');
  if (state.isReadOnly) throw new NotServingError('read_only');
}

async function stateOf(database: Database, migrations: readonly string[]): Promise<State[]> {
  try {
    return await database.rows<State>(stateQuery(migrations));
  } catch (error) {
    const reason = REASON_OF.get(sqlState(error) ?? '');
    throw reason === undefined ? error : new NotServingError(reason, { cause: error });
  }
}

/** SQLSTATEs of a database without the tables of the history, and of a role that may not read them. */
const REASON_OF: ReadonlyMap<string, NotServing> = new Map([
  ['42P01', 'schema'],
  ['42501', 'privileges'],
]);

const stateQuery = (migrations: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT current_setting('transaction_read_only') = 'on' OR pg_is_in_recovery() AS "isReadOnly",
         coalesce((SELECT bool_and(has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT'))
                     FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relname = ANY(${WRITTEN})), false)
           AND coalesce((SELECT bool_and(has_function_privilege(oid, 'EXECUTE'))
                           FROM pg_proc WHERE pronamespace = to_regnamespace('public') AND proname = ANY(${CALLED})), false) AS "mayWrite",
         (SELECT count(DISTINCT migration_name) FROM _prisma_migrations
           WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY(${[...migrations]}))::int AS applied,
         (SELECT max(sequence) FROM _schema_functions)::int AS sequence`;

interface Demanded {
  readonly migrations: readonly string[];
  /** Number of committed states of prisma/functions. */
  readonly sequence: number;
}

let known: Promise<Demanded> | undefined;

/** Read once: the files of a program do not change. */
const demanded = (): Promise<Demanded> =>
  (known ??= migrationFiles().then((files) => ({
    migrations: files.map(({ name }) => name),
    sequence: committedStates().length,
  })));
