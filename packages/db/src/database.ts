/**
 * The only access to PostgreSQL: a Prisma client over a bounded pg pool. Hot paths call SQL functions through `rows`,
 * and the hottest reads use `json`. Everything else uses the typed client. Prisma's types are used only in the `store`
 * folders of other packages.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { within } from '@farebox/kernel';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { isUnavailable } from './failure.ts';
import { pooledClient } from './pooled-client.ts';
import { withRetry } from './retry.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections in the pool. */
  readonly poolMax: number;
  /** Name of the app, shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The server cancels a statement that runs longer. */
  readonly statementTimeoutMs?: number;
  /** A statement or transaction that gets no connection in this time fails. */
  readonly connectTimeoutMs?: number;
  /** Told whether the server answered. A statement that it refused is an answer. */
  readonly watch?: ServerHealth;
}

export interface ServerHealth {
  readonly worked: () => void;
  readonly failed: (error: unknown) => void;
}

/** Runs the statements of one transaction. */
export type Transaction = Prisma.TransactionClient;
/** For a function that can run as its own transaction or as part of the caller's. */
export type Writer = Database | Transaction;

export const inTransaction = <T>(writer: Writer, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  'prisma' in writer ? writer.transaction(work) : work(writer);

/** Returns the rows of one statement, alone or as part of a transaction. */
export const rowsOf = <Row>(reader: Writer, query: Prisma.Sql): Promise<Row[]> =>
  'prisma' in reader ? reader.rows<Row>(query) : reader.$queryRaw<Row[]>(query);

export interface Database {
  readonly prisma: PrismaClient;
  /**
   * Commits the writes of `work` if it resolves, and rolls them back if it rejects. Never retried, because it may be
   * unknown whether the commit happened.
   */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Runs one statement and returns its rows. Transient failures are retried, so the statement must be safe to repeat. */
  readonly rows: <Row>(query: Prisma.Sql) => Promise<Row[]>;
  /**
   * Like `rows`, in a REPEATABLE READ transaction: every statement, including those inside functions, sees the same
   * moment. It is an interactive transaction, because Prisma ignores the isolation level for a list of one query.
   */
  readonly snapshot: <Row>(query: Prisma.Sql) => Promise<Row[]>;
  /**
   * Reads one JSON value over the same pool without Prisma, because preparing and decoding a raw query costs Prisma 110
   * µs more than the driver needs in total. Retried like `rows`.
   */
  readonly json: <Value>(query: Prisma.Sql) => Promise<Value | null>;
  /** Current state of the pool. A waiting statement has no connection yet. */
  readonly connections: () => { readonly active: number; readonly idle: number; readonly waiting: number };
  /** Rejects if the database does not respond within `timeoutMs`. */
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
    // A hanging server cannot cancel a statement itself.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    Client: pooledClient(),
  });
  hearErrors(pool);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: connectTimeoutMs },
  });
  const asked = askedOf(options.watch);
  return {
    prisma,
    transaction: (work) => asked(prisma.$transaction(work, { timeout: statementTimeoutMs + 1_000 })),
    rows: (query) => asked(withRetry(() => prisma.$queryRaw(query))),
    snapshot: <Row>(query: Prisma.Sql) =>
      asked(
        withRetry(() =>
          prisma.$transaction((transaction) => transaction.$queryRaw<Row[]>(query), {
            isolationLevel: 'RepeatableRead',
            timeout: statementTimeoutMs + 1_000,
          }),
        ),
      ),
    json: <Value>({ text, values }: Prisma.Sql) =>
      asked(
        withRetry(async () => {
          const { rows } = await pool.query<[Value]>({ text, values: [...values], rowMode: 'array' });
          return rows[0]?.[0] ?? null;
        }),
      ),
    connections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ready: async (timeoutMs) => {
      await asked(within(timeoutMs, 'the database', prisma.$queryRaw`SELECT 1`));
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Tells the watch of each answer. */
function askedOf(watch: ServerHealth | undefined): <T>(answer: Promise<T>) => Promise<T> {
  if (watch === undefined) return (answer) => answer;
  return (answer) =>
    answer.then(
      (value) => (watch.worked(), value),
      (error: unknown) => {
        if (isUnavailable(error)) watch.failed(error);
        throw error;
      },
    );
}

/**
 * The next statement replaces a dead connection. Without a listener, the connection's error would end the process. Each
 * connection also needs its own listener: between the pool and a waiting transaction, it has none until the next turn
 * of the event loop, and its end may arrive with the last response.
 */
function hearErrors(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}
