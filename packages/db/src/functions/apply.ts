/**
 * Installs prisma/functions in a database, in one transaction. The caller holds the migration lock. It replaces and
 * adds functions, and drops only those in `retired.sql`, because apps of the previous release still call the functions
 * that they know. Functions of a newer version stay.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Functions, SourceFile, Statement } from './files.ts';

/** The single row of the table that records the installed functions. */
const TABLE = `CREATE TABLE IF NOT EXISTS _schema_functions (
  id boolean PRIMARY KEY DEFAULT true CHECK (id), sequence integer NOT NULL, checksum text NOT NULL,
  triggers jsonb NOT NULL, applied_at timestamptz NOT NULL)`;

interface InForce {
  readonly sequence: number;
  readonly checksum: string;
  /** Trigger as `<table>.<name>` → checksum of its statement. */
  readonly triggers: Readonly<Record<string, string>>;
}

/** `newer`: the database has functions of a newer version, which stay. */
export type FunctionsResult = 'applied' | 'unchanged' | 'newer';
export type FunctionsState = 'unchanged' | 'pending' | 'newer';

/** Compares a migrated database with the functions of this version. Changes nothing. */
export async function stateOfFunctions(client: pg.ClientBase, functions: Functions): Promise<FunctionsState> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('_schema_functions') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return 'pending';
  return compared(functions, await inForceIn(client));
}

const inForceIn = async (client: pg.ClientBase): Promise<InForce | undefined> =>
  (await client.query<InForce>('SELECT sequence, checksum, triggers FROM _schema_functions')).rows[0];

function compared({ checksum, sequence }: Functions, inForce: InForce | undefined): FunctionsState {
  if (inForce?.checksum === checksum) return 'unchanged';
  return inForce !== undefined && inForce.sequence > sequence ? 'newer' : 'pending';
}

/** Creates missing functions that column defaults call. Call it before the first migration. */
export async function makeDefaultFunctions(client: pg.ClientBase, { defaults }: Functions): Promise<void> {
  for (const { statements } of defaults) {
    for (const { name, sql } of statements) {
      const { rows } = await client.query<{ there: boolean }>('SELECT to_regproc($1) IS NOT NULL AS there', [name]);
      if (rows[0]?.there !== true) await client.query(sql);
    }
  }
}

/** Call it after the migrations. If a statement fails, it rejects without changes, and the message names the file. */
export async function applyFunctions(client: pg.ClientBase, functions: Functions): Promise<FunctionsResult> {
  await client.query(TABLE);
  const inForce = await inForceIn(client);
  const state = compared(functions, inForce);
  if (state !== 'pending') return state;
  await client.query('BEGIN');
  try {
    await applyAll(client, functions, inForce?.triggers ?? {});
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return 'applied';
}

/**
 * Functions come first, without checking their bodies, so that each may call every other. Then come views, which call
 * functions, then triggers, which need their functions.
 */
async function applyAll(client: pg.ClientBase, functions: Functions, known: InForce['triggers']): Promise<void> {
  await client.query('SET LOCAL check_function_bodies = off');
  await client.query('SET LOCAL client_min_messages = warning');
  for (const kind of ['function', 'view'] as const) {
    for (const file of functions.files) {
      const sql = file.statements.filter((each) => each.kind === kind).map((each) => each.sql);
      if (sql.length > 0) await run(client, file, sql.join('\n'));
    }
  }
  const triggers = await applyTriggers(client, functions.files, known);
  if (functions.retired !== '') await run(client, { path: 'retired.sql' }, functions.retired);
  await client.query(
    `INSERT INTO _schema_functions (sequence, checksum, triggers, applied_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, checksum = excluded.checksum, triggers = excluded.triggers, applied_at = now()`,
    [functions.sequence, functions.checksum, triggers],
  );
}

/**
 * Creating a trigger blocks writes to its table until the commit. So only changed or missing triggers are created
 * again.
 */
async function applyTriggers(
  client: pg.ClientBase,
  files: readonly SourceFile[],
  known: InForce['triggers'],
): Promise<InForce['triggers']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname || '.' || t.tgname AS name FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const checksums: Record<string, string> = {};
  for (const file of files) {
    for (const trigger of file.statements.filter(({ kind }) => kind === 'trigger')) {
      const checksum = createHash('sha256').update(trigger.sql).digest('hex');
      checksums[trigger.name] = checksum;
      if (there.has(trigger.name) && known[trigger.name] === checksum) continue;
      await run(client, file, replacing(trigger));
    }
  }
  return checksums;
}

/** PostgreSQL cannot replace a constraint trigger. */
function replacing({ name, sql }: Statement): string {
  if (!sql.startsWith('CREATE CONSTRAINT TRIGGER')) return sql;
  const [table, trigger] = name.split('.');
  return `DROP TRIGGER IF EXISTS ${trigger} ON ${table};\n${sql}`;
}

async function run(client: pg.ClientBase, { path }: Pick<SourceFile, 'path'>, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`prisma/functions/${path}: ${(error as Error).message}`, { cause: error });
  }
}
