/** Runs statements over a separate connection, for a test that works around the code under test. */
import pg from 'pg';

/** Returns the rows of the last statement. The statements share a session, not a transaction. */
export async function runSql<Row>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows as Row[];
  } finally {
    await client.end();
  }
}
