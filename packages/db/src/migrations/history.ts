/** Maintains `_prisma_migrations` as `prisma migrate` does, so that both agree on the applied migrations. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { codeOf } from './connect.ts';
import { MigrationError } from './error.ts';
import type { MigrationFile } from './files.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;
const NOT_PERMITTED = '42501';

export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  readonly checksum: string;
  /** False: the migration was started, and its end was not recorded. */
  readonly isFinished: boolean;
}

/** History rows by migration name, without rolled-back migrations. Creates the table if missing. */
export async function openHistory(client: pg.Client): Promise<ReadonlyMap<string, HistoryRow>> {
  await client.query(TABLE).catch((error: unknown) => {
    throw codeOf(error) === NOT_PERMITTED ? notTheOwner(client, error) : error;
  });
  const { rows } = await client.query<HistoryRow>(
    `SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

const notTheOwner = ({ user }: pg.Client, cause: unknown): MigrationError =>
  new MigrationError(
    `the role ${user} may not create tables: set FAREBOX_MIGRATION_DATABASE_URL to the database as the role that owns them, ` +
      'farebox_owner of deploy/postgres/roles.sql',
    { cause },
  );

/** Records a migration that is applied in the same transaction. */
export async function recordApplied(client: pg.Client, { name, checksum }: MigrationFile): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** Records the start of a migration outside a transaction. Returns its id for `recordEnd` or `recordFailure`. */
export async function recordBegin(client: pg.Client, { name, checksum }: MigrationFile): Promise<string> {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  return id;
}

export async function recordEnd(client: pg.Client, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

export async function recordFailure(client: pg.Client, id: string, error: unknown): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String((error as Error).stack)]);
}

export async function recordRolledBack(client: pg.Client, id: string): Promise<void> {
  await client.query('UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp() WHERE id = $1', [id]);
}
