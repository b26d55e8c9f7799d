/** Changes a function of the test's own database by its text. A text that is not there any more is an error, never a silent nothing. */
import type pg from 'pg';

export interface Patch {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export async function patchFunction(sql: pg.Pool, { name, from, to }: Patch): Promise<void> {
  const { rows } = await sql.query<{ text: string }>(
    'SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc AS p WHERE proname = $1',
    [name],
  );
  const text = rows[0]?.text ?? '';
  const changed = text.replace(from, () => to);
  if (changed === text)
    throw new Error(`the function ${name} has no "${from}": this defect must be put in differently`);
  await sql.query(changed);
}

/** Balances of an account may then be anything. */
export async function dropChecks(sql: pg.Pool, table: string): Promise<void> {
  const { rows } = await sql.query<{ conname: string }>(
    "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  for (const { conname } of rows) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`);
}
