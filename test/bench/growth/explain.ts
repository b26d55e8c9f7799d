/**
 * A database client that explains each statement before it runs it, with (ANALYZE, BUFFERS) in a transaction that is rolled back. Writes are thus
 * measured with their real values and then done once. Buffers count all that the functions called by a statement read, but not the reads
 * of deferred constraints at commit.
 */
import type { Database, Prisma } from '@farebox/db';
import type pg from 'pg';

export interface Cost {
  /** Pages of 8 KiB that were read, from memory or from disk. */
  readonly buffers: number;
  readonly ms: number;
}

interface Explained {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  readonly 'Execution Time': number;
}

export interface Explaining {
  readonly database: Database;
  /** Only explains, and returns no rows to its caller: for statements that could not run a second time. */
  readonly dry: Database;
  /** Total cost of the statements that `work` sends. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<Cost>;
}

/** @param client a dedicated connection, whose cached plans and catalog are warm after the first statement. */
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
  // The measured code uses only these two methods of Prisma's client: a raw statement, and a transaction of one.
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
