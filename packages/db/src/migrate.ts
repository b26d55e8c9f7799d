/**
 * Applies prisma/migrations with pg alone, under Prisma's own advisory lock, and keeps `_prisma_migrations` as
 * `prisma migrate deploy` would, so that both agree. Needs no Prisma engine. Any number of starters may call it at once.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { applyFunctions, type FunctionsResult, makeDefaultFunctions } from './functions/apply.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));
/** What each role may do; said again after every migration, because each may have made something new. */
const GRANTS = fileURLToPath(new URL('../../../prisma/grants.sql', import.meta.url));
/** The key that Prisma's schema engine locks. */
const PRISMA_LOCK = 72707369;
const DATABASE_MISSING = '3D000';
const ALREADY_THERE: ReadonlySet<string> = new Set(['42P04', '23505']);

const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateResult {
  /** Names of the migrations that this call applied, oldest first. */
  readonly applied: readonly string[];
  readonly functions: FunctionsResult;
}

/** Brings the database up to date; creates it when it is missing. Throws MigrationError when its history disagrees. */
export async function migrate(databaseUrl: string): Promise<MigrateResult> {
  const client = await connectOrCreate(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query(HISTORY_TABLE);
    await makeDefaultFunctions(client);
    const done = await history(client);
    const applied: string[] = [];
    for (const migration of await migrationFiles()) {
      if (await applyOne(client, migration, done)) applied.push(migration.name);
    }
    const functions = await applyFunctions(client);
    await client.query(await readFile(GRANTS, 'utf8'));
    return { applied, functions };
  } finally {
    await client.end();
  }
}

async function connectOrCreate(databaseUrl: string): Promise<pg.Client> {
  try {
    return await connect(databaseUrl);
  } catch (error) {
    if (codeOf(error) !== DATABASE_MISSING) throw error;
    await createDatabase(databaseUrl);
    return await connect(databaseUrl);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'tollgate-migrate' });
  client.on('error', () => {}); // a connection that breaks between two statements fails the next one
  await client.connect();
  return client;
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = await connect(url.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!ALREADY_THERE.has(codeOf(error) ?? '')) throw error;
  } finally {
    await client.end();
  }
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Applied migrations: name → checksum. */
async function history(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const failed = rows.filter((row) => row.finished_at === null).map((row) => row.migration_name);
  if (failed.length > 0) {
    throw new MigrationError(
      `migration ${failed.join(', ')} failed before: repair it, then \`prisma migrate resolve\``,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** All there are, oldest first. */
export async function migrationFiles(): Promise<readonly MigrationFile[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return await Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${MIGRATIONS}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyOne(client: pg.Client, file: MigrationFile, done: ReadonlyMap<string, string>): Promise<boolean> {
  const applied = done.get(file.name);
  if (applied !== undefined && applied !== file.checksum) {
    throw new MigrationError(`migration ${file.name} was changed after it was applied: add a new one instead`);
  }
  if (applied !== undefined) return false;
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    file.checksum,
    file.name,
  ]);
  try {
    await client.query(file.sql);
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String((error as Error).stack)]);
    throw new MigrationError(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
  return true;
}
