/**
 * The one door to PostgreSQL: a Prisma client over a bounded pg pool. Hot paths call SQL functions through `rows`, the hottest
 * reads through `json`; everything else uses the typed client. Types of Prisma stop at the `store` folders of the packages that use this.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { within } from '@farebox/kernel';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { withRetry } from './retry.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections, at most. */
  readonly poolMax: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** A statement that runs longer is ended by the server. */
  readonly statementTimeoutMs?: number;
  /** A statement or transaction that gets no connection in this time fails. */
  readonly connectTimeoutMs?: number;
}

/** What statements of one transaction go through. */
export type Transaction = Prisma.TransactionClient;
/** Where a function that is one transaction by itself may also be a part of somebody's. */
export type Writer = Database | Transaction;

export const inTransaction = <T>(writer: Writer, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  'prisma' in writer ? writer.transaction(work) : work(writer);

/** The rows of one statement, by itself or as a part of a transaction. */
export const rowsOf = <Row>(reader: Writer, query: Prisma.Sql): Promise<Row[]> =>
  'prisma' in reader ? reader.rows<Row>(query) : reader.$queryRaw<Row[]>(query);

export interface Database {
  readonly prisma: PrismaClient;
  /** Commits what `work` did once it resolves, and nothing of it when it rejects. Never repeated: whether it was committed may be unknown. */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Runs one statement and answers its rows. Transient failures are retried: the statement must be safe to repeat. */
  readonly rows: <Row>(query: Prisma.Sql) => Promise<Row[]>;
  /**
   * The same in a transaction whose every statement sees one moment (REPEATABLE READ), those inside functions too. An interactive one: Prisma leaves the
   * isolation level out where it is given a list of one query.
   */
  readonly snapshot: <Row>(query: Prisma.Sql) => Promise<Row[]>;
  /**
   * Reads one JSON value, past Prisma over the same pool: preparing and decoding a raw query costs Prisma 110 µs more than the
   * driver needs for all of it. Repeated like `rows`.
   */
  readonly json: <Value>(query: Prisma.Sql) => Promise<Value | null>;
  /** Of the pool, now. A statement that waits has no connection yet. */
  readonly connections: () => { readonly active: number; readonly idle: number; readonly waiting: number };
  /** Rejects when the database does not answer within `timeoutMs`. */
  readonly ready: (timeoutMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 2_000;

export function openDatabase(options: DatabaseOptions): Database {
  const { statementTimeoutMs = 10_000, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A server that hangs cannot end a statement itself.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
  });
  hearErrors(pool);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: connectTimeoutMs },
  });
  return {
    prisma,
    transaction: (work) => prisma.$transaction(work, { timeout: statementTimeoutMs + 1_000 }),
    rows: (query) => withRetry(() => prisma.$queryRaw(query)),
    snapshot: <Row>(query: Prisma.Sql) =>
      withRetry(() =>
        prisma.$transaction((transaction) => transaction.$queryRaw<Row[]>(query), {
          isolationLevel: 'RepeatableRead',
          timeout: statementTimeoutMs + 1_000,
        }),
      ),
    json: <Value>({ text, values }: Prisma.Sql) =>
      withRetry(async () => {
        const { rows } = await pool.query<[Value]>({ text, values: [...values], rowMode: 'array' });
        return rows[0]?.[0] ?? null;
      }),
    connections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ready: async (timeoutMs) => {
      await within(timeoutMs, 'the database', prisma.$queryRaw`SELECT 1`);
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * A connection that dies is replaced by the next statement; unheard, its error would end the process. Each is heard by itself too: from the pool it goes to
 * a transaction that waits for one with nobody listening until the next turn, and its end may be read together with the last response before.
 */
function hearErrors(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}
