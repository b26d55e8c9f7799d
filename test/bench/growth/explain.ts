/**
 * A door to the database that explains each statement before it runs it: (ANALYZE, BUFFERS), in a transaction that is rolled back, so that
 * writes are measured with their real values and then done once. Buffers count all that the functions behind a statement touch, but
 * not what deferred constraints read at the commit.
 */
import type { Database, Prisma } from '@farebox/db';
import type pg from 'pg';

export interface Cost {
  /** Pages of 8 KiB that were looked at, in memory or not. */
  readonly buffers: number;
  readonly ms: number;
}

interface Explained {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  readonly 'Execution Time': number;
}

export interface Explaining {
  readonly database: Database;
  /** Explains alone, and tells its caller that there was nothing: for what would not be there a second time. */
  readonly dry: Database;
  /** What the statements of `work` cost together. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<Cost>;
}

/** @param client of its own, whose kept plans and catalogue are warm after the first time. */
export function explaining(real: Database, client: pg.Client): Explaining {
  let total = { buffers: 0, ms: 0 };

  async function explain({ text, values }: Prisma.Sql): Promise<void> {
    await client.query('BEGIN');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN'];
      total = { buffers: total.buffers + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms: total.ms + ms };
    } finally {
      await client.query('ROLLBACK');
    }
  }

  const rows: Database['rows'] = async (query) => {
    await explain(query);
    return await real.rows(query);
  };
  const none: Database['rows'] = async (query) => {
    await explain(query);
    return [];
  };
  const json: Database['json'] = async (query) => {
    await explain(query);
    return await real.json(query);
  };
  // Of Prisma's client the code that is measured uses these two: a raw statement, and a transaction of one.
  const prisma = {
    $queryRaw: (query: Prisma.Sql) => query,
    $transaction: ([query]: readonly [Prisma.Sql]) => explain(query).then(() => [[]]),
  } as unknown as Database['prisma'];

  return {
    database: { ...real, rows, json, prisma },
    dry: { ...real, rows: none },
    costOf: async (work) => {
      total = { buffers: 0, ms: 0 };
      await work();
      return total;
    },
  };
}
