/** Checks that the money adds up, by SQL of its own over the tables: the system must not judge itself. */
import pg from 'pg';
import { runningSystem } from '../client/provided.ts';

/** I1: funded = available + held + spent, none below zero, and each is the sum of the project's transfers. */
const BROKEN_ACCOUNTS = `
  WITH movement AS (
    SELECT project_id, credit AS balance, amount_micros FROM ledger_transfer
    UNION ALL SELECT project_id, debit, -amount_micros FROM ledger_transfer
  ), summed AS (
    SELECT project_id, -sum(amount_micros) FILTER (WHERE balance = 'funding') AS funded,
           sum(amount_micros) FILTER (WHERE balance = 'available') AS available,
           sum(amount_micros) FILTER (WHERE balance = 'held') AS held,
           sum(amount_micros) FILTER (WHERE balance = 'spent') AS spent
    FROM movement GROUP BY project_id
  )
  SELECT a.* FROM ledger_account AS a LEFT JOIN summed AS s USING (project_id)
  WHERE least(funded_micros, available_micros, held_micros, spent_micros) < 0
     OR funded_micros <> available_micros + held_micros + spent_micros
     OR (funded_micros, available_micros, held_micros, spent_micros)
        <> (coalesce(funded, 0), coalesce(available, 0), coalesce(held, 0), coalesce(spent, 0))`;

/** I2: each execution has one hold of its maximum; once terminal, one settlement of its charge, and the rest was released. */
const BROKEN_EXECUTIONS = `
  SELECT e.id, e.status, e.charged_micros, booked.*
  FROM execution AS e CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE kind = 'reserve') AS holds, coalesce(sum(amount_micros) FILTER (WHERE kind = 'reserve'), 0) AS held,
           count(*) FILTER (WHERE kind = 'settle') AS settlements, coalesce(sum(amount_micros) FILTER (WHERE kind = 'settle'), 0) AS settled,
           coalesce(sum(amount_micros) FILTER (WHERE kind = 'release'), 0) AS released
    FROM ledger_transfer AS t WHERE t.execution_id = e.id
  ) AS booked
  WHERE holds <> 1 OR held <> e.maximum_micros OR settlements <> 1 OR settled <> e.charged_micros OR held <> settled + released
     OR e.status NOT IN ('succeeded', 'failed', 'cancelled')`;

const ORPHANED_TRANSFERS = `
  SELECT * FROM ledger_transfer AS t
  WHERE execution_id IS NOT NULL AND NOT EXISTS (SELECT FROM execution AS e WHERE e.id = t.execution_id)`;

export interface MoneyCheck {
  readonly executions: number;
  readonly brokenAccounts: readonly unknown[];
  /** Includes executions that have not ended. */
  readonly brokenExecutions: readonly unknown[];
  readonly orphanedTransfers: readonly unknown[];
}

export async function checkMoney(): Promise<MoneyCheck> {
  const [counted] = await query<{ executions: number }>('SELECT count(*)::int AS executions FROM execution');
  return {
    executions: counted!.executions,
    brokenAccounts: await query(BROKEN_ACCOUNTS),
    brokenExecutions: await query(BROKEN_EXECUTIONS),
    orphanedTransfers: await query(ORPHANED_TRANSFERS),
  };
}

export async function query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: runningSystem().env['DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
