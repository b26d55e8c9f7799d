/** The queue on PostgreSQL, in a separate schema, for deployments without Redis. LISTEN/NOTIFY wakes the workers. */
import { type BackendFactory, createPostgresBackend, runMigrations } from 'bullmq';
import { Client, type ClientConfig } from 'pg';
import type { Backend } from './bull.ts';
import { createBullQueue } from './bull-queue.ts';
import { requireSession } from './session.ts';
import type { QueueOptions, WorkQueue } from './work-queue.ts';

export interface PostgresQueueOptions extends QueueOptions {
  readonly databaseUrl: string | URL;
  readonly schema?: string;
  /** Maximum connections of one producer or consumer. A consumer holds one more, for LISTEN. */
  readonly connectionsMax?: number;
}

const SCHEMA = 'bullmq';
/** BullMQ types a factory by its kind of connection; the two kinds never mix here. */
const factory = createPostgresBackend as unknown as BackendFactory;

export function createPostgresQueue(options: PostgresQueueOptions): WorkQueue {
  const { databaseUrl, schema = SCHEMA, connectionsMax = 2 } = options;
  function connect(): Backend {
    const connection = {
      connectionString: String(databaseUrl),
      schema,
      max: connectionsMax,
      connectionTimeoutMillis: 1500,
      idleTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'farebox-queue',
      Client: HeardClient,
    };
    return { connection, factory, prefix: schema, drop: () => {} };
  }
  return createBullQueue({ forProducer: connect, forConsumer: connect }, options);
}

/**
 * The next statement fails on a dead connection. BullMQ checks the schema over a connection without a listener, whose
 * end would end the process.
 */
class HeardClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/**
 * Creates or upgrades the queue's schema. Many processes may run it at once, and at every start. Rejects behind a pooler
 * in transaction mode.
 */
export async function preparePostgresQueue(databaseUrl: string | URL, schema: string = SCHEMA): Promise<void> {
  const client = new HeardClient({ connectionString: String(databaseUrl) });
  await client.connect();
  try {
    await requireSession(client, databaseUrl);
    await runMigrations(withoutNewSchema(client), schema);
  } finally {
    await client.end();
  }
}

/**
 * The owner of the database creates the schema and grants it to the application's role, which may not create any.
 * PostgreSQL demands that privilege even if the schema exists already.
 */
function withoutNewSchema(client: Client): Pick<Client, 'query'> {
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    const [, name] = /^CREATE SCHEMA IF NOT EXISTS "(\w+)"$/.exec(text) ?? [];
    if (name !== undefined) {
      const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [name]);
      if (rowCount === 1) return { rows: [] };
    }
    return await client.query(text, values);
  };
  return { query: query as Client['query'] };
}
