/** For tests: the ledger in the database, driven with the commands of the reference model and read with plain SQL. */
import pg from 'pg';
import type { Account, Command, Hold } from './books.ts';

export type SqlOutcome = 'done' | 'below_zero' | 'repeated';

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

export class SqlLedger {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<SqlLedger> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // Tests the ledger alone, so transfers have no executions.
    await client.query('ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_is_booked');
    await client.query(`INSERT INTO organization (id, name) VALUES ('org_test', 'test') ON CONFLICT DO NOTHING`);
    return new SqlLedger(client);
  }

  async openAccount(project: string): Promise<void> {
    await this.query(`INSERT INTO project (id, organization_id, name) VALUES ($1, 'org_test', $1)`, [project]);
    await this.query('SELECT ledger_open($1)', [project]);
  }

  async run(command: Command, holds: ReadonlyMap<string, Hold>): Promise<SqlOutcome> {
    try {
      await this.#call(command, holds);
      return 'done';
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === CHECK_VIOLATION) return 'below_zero';
      if (code === UNIQUE_VIOLATION) return 'repeated';
      throw error;
    }
  }

  async #call(command: Command, holds: ReadonlyMap<string, Hold>): Promise<void> {
    switch (command.kind) {
      case 'top_up':
        return await this.query('SELECT ledger_top_up($1, $2, $3)', [
          command.project,
          command.amount,
          command.reference,
        ]);
      case 'credit':
      case 'adjustment':
      case 'refund':
        return await this.query('SELECT ledger_fund($1, $2, $3, $4, $5)', [
          command.project,
          command.kind,
          command.amount,
          command.reference,
          command.execution ?? null,
        ]);
      case 'reserve': {
        const { items } = command;
        return await this.query('SELECT ledger_reserve($1, $2, $3, instant())', [
          items.map(({ project }) => project),
          items.map(({ execution }) => execution),
          items.map(({ amount }) => amount),
        ]);
      }
      case 'settle': {
        const { items } = command;
        return await this.query('SELECT ledger_settle($1, $2, $3, $4, $5, instant())', [
          items.map(({ execution }) => holds.get(execution)?.project),
          items.map(({ execution }) => execution),
          items.map(({ execution }) => holds.get(execution)?.amount),
          items.map(({ charge }) => charge),
          items.map(({ counted }) => counted),
        ]);
      }
    }
  }

  /** The balances of these projects, by project. */
  async accounts(projects: readonly string[]): Promise<ReadonlyMap<string, Account>> {
    const { rows } = await this.#client.query<Record<string, string>>(
      `SELECT project_id, funded_micros, available_micros, held_micros, spent_micros FROM ledger_account
       WHERE project_id = ANY ($1)`,
      [projects],
    );
    return new Map(
      rows.map((row) => [
        row['project_id'] as string,
        {
          funded: BigInt(row['funded_micros'] as string),
          available: BigInt(row['available_micros'] as string),
          held: BigInt(row['held_micros'] as string),
          spent: BigInt(row['spent_micros'] as string),
        },
      ]),
    );
  }

  async usage(project: string): Promise<{ requests: bigint; charged: bigint }> {
    const { rows } = await this.#client.query<{ requests: string; charged: string }>(
      `SELECT coalesce(sum(settled_requests), 0) AS requests, coalesce(sum(charged_micros), 0) AS charged
       FROM usage_month WHERE project_id = $1`,
      [project],
    );
    return { requests: BigInt(rows[0]?.requests ?? 0), charged: BigInt(rows[0]?.charged ?? 0) };
  }

  async query(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#client.query(text, [...values]);
  }

  async value(text: string): Promise<unknown> {
    const { rows } = await this.#client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
