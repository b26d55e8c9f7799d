/** Statements by a connection of their own, for what a test does behind the back of the code it tests. */
import pg from 'pg';

/** Answers the rows of the last one. They are one session, not one transaction. */
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
