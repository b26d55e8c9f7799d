/**
 * `CREATE INDEX CONCURRENTLY` is the only statement outside a transaction whose outcome the database shows. A failed or
 * killed build leaves an invalid index, which every write maintains and no query uses. So the statement is repeated
 * automatically.
 */
import type pg from 'pg';

const CREATE =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(?<name>\w+|"[^"]+")\s+ON\s+(?:ONLY\s+)?(?:(?<schema>\w+|"[^"]+")\s*\.)?/i;

/** The index name as written in SQL, with the table's schema if the statement names one; null for any other statement. */
export function builtIndex(statement: string): string | null {
  const { name, schema } = CREATE.exec(statement)?.groups ?? {};
  if (name === undefined) return null;
  return schema === undefined ? name : `${schema}.${name}`;
}

export type IndexState = 'missing' | 'invalid' | 'valid';

export async function indexState(client: pg.Client, index: string): Promise<IndexState> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  const [found] = rows;
  if (found === undefined) return 'missing';
  return found.valid ? 'valid' : 'invalid';
}

export async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  if ((await indexState(client, index)) === 'invalid') await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}
