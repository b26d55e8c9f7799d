/** The queue on PostgreSQL, in a schema of its own, for deployments without Redis. Workers are woken by LISTEN/NOTIFY. */
import { type BackendFactory, createPostgresBackend, runMigrations } from 'bullmq';
import { Client, type ClientConfig } from 'pg';
import type { Backend } from './bull.ts';
import { createBullQueue } from './bull-queue.ts';
import type { QueueOptions, WorkQueue } from './work-queue.ts';

export interface PostgresQueueOptions extends QueueOptions {
  readonly databaseUrl: string | URL;
  readonly schema?: string;
  /** Connections of one producer or consumer, at most. A consumer holds one more, for LISTEN. */
  readonly connectionsMax?: number;
}

const SCHEMA = 'bullmq';
/** BullMQ types a factory by its kind of connection, and the two kinds never mix here. */
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

/** A connection that dies fails the next statement. BullMQ checks the schema over one that nobody listens to: unheard, its end would end the process. */
class HeardClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** Creates or upgrades the queue's schema. Safe to run by many processes at once, and again at every start. */
export async function preparePostgresQueue(databaseUrl: string | URL, schema: string = SCHEMA): Promise<void> {
  const client = new HeardClient({ connectionString: String(databaseUrl) });
  await client.connect();
  try {
    await runMigrations(withoutNewSchema(client), schema);
  } finally {
    await client.end();
  }
}

/**
 * The owner of the database makes the schema and gives it to the application's role, which may not make any: and PostgreSQL wants the
 * right to make one even where it is there already.
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
