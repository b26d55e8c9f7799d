/**
 * Reports the state of a database for a check whether apps can work with it. Reads with pg alone, as any role. Changes
 * nothing.
 */
import pg from 'pg';
import { type FunctionsState, stateOfFunctions } from './functions/apply.ts';
import { readFunctions } from './functions/files.ts';
import { type MigrationFile, migrationFiles } from './migrations/files.ts';

export interface InspectedDatabase {
  /** Version as in `SHOW server_version`. */
  readonly version: string;
  readonly major: number;
  /** A standby accepts no writes. */
  readonly isStandby: boolean;
  /** The server's time, between two readings of the local clock. */
  readonly clock: { readonly before: Date; readonly theirs: Date; readonly after: Date };
  /**
   * Names of migrations: not applied yet, applied with a different text, started but not finished, unknown to this
   * version.
   */
  readonly migrations: Readonly<Record<'pending' | 'changed' | 'unfinished' | 'unknown', readonly string[]>>;
  /** State of prisma/functions. */
  readonly functions: FunctionsState;
}

const TIMEOUT_MS = 30_000;
const VERSION_PER_MAJOR = 10_000;

interface ServerRow {
  readonly version: string;
  readonly number: string;
  readonly standby: boolean;
  readonly history: boolean;
}

const SERVER = `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
  pg_is_in_recovery() AS standby, to_regclass('public._prisma_migrations') IS NOT NULL AS history`;

/** Rejects within 30 seconds if the server is unreachable or refuses the role. */
export async function inspectDatabase(databaseUrl: string): Promise<InspectedDatabase> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'farebox-doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {}); // a connection that breaks between two queries fails the next one
  await client.connect();
  try {
    const { rows } = await client.query<ServerRow>(SERVER);
    const [server] = rows;
    if (server === undefined) throw new Error('the server returned nothing');
    return {
      version: server.version,
      major: Math.floor(Number(server.number) / VERSION_PER_MAJOR),
      isStandby: server.standby,
      clock: await clockOf(client),
      migrations: compared(await migrationFiles(), server.history ? await history(client) : []),
      functions: await stateOfFunctions(client, await readFunctions()),
    };
  } finally {
    await client.end();
  }
}

async function clockOf(client: pg.Client): Promise<InspectedDatabase['clock']> {
  const before = new Date();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = new Date();
  return { before, theirs: rows[0]?.now ?? after, after };
}

interface AppliedRow {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

const HISTORY = `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

const history = async (client: pg.Client): Promise<readonly AppliedRow[]> =>
  (await client.query<AppliedRow>(HISTORY)).rows;

function compared(files: readonly MigrationFile[], applied: readonly AppliedRow[]): InspectedDatabase['migrations'] {
  const rows = new Map(applied.map((row) => [row.name, row]));
  const known = new Set(files.map(({ name }) => name));
  const namesOf = (found: readonly { readonly name: string }[]): readonly string[] => found.map(({ name }) => name);
  return {
    pending: namesOf(files.filter(({ name }) => !rows.has(name))),
    changed: namesOf(files.filter(({ name, checksum }) => (rows.get(name)?.checksum ?? checksum) !== checksum)),
    unfinished: namesOf(applied.filter(({ finished }) => !finished)),
    unknown: namesOf(applied.filter(({ name }) => !known.has(name))),
  };
}
