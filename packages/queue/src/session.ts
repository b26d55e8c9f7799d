/**
 * Tells whether connections keep a session of their own. Behind a pooler in transaction mode they share sessions, and a
 * LISTEN is lost without an error: no worker would hear of a wake-up.
 */
import { Client } from 'pg';

class NoSessionError extends Error {
  override readonly name = 'NoSessionError';
  constructor() {
    super(
      'the queue on PostgreSQL needs a session, and DATABASE_URL leads to a pooler in transaction mode: ' +
        'set REDIS_URL, or connect to PostgreSQL directly or in session mode',
    );
  }
}

/** A pooler that is busy gives another session to each statement; an idle one gives the same to both connections. */
const ROUNDS = 4;

/** Rejects with NoSessionError if the session of `client` changes, or is also that of another connection. */
export async function requireSession(client: Pick<Client, 'query'>, databaseUrl: string | URL): Promise<void> {
  const other = new Client({ connectionString: String(databaseUrl), application_name: 'farebox-queue' });
  other.on('error', () => {}); // a connection that breaks between two queries fails the next one
  await other.connect();
  try {
    const own = await sessionOf(client);
    for (let round = 0; round < ROUNDS; round++) {
      if ((await sessionOf(other)) === own || (await sessionOf(client)) !== own) throw new NoSessionError();
    }
  } finally {
    await other.end();
  }
}

async function sessionOf(client: Pick<Client, 'query'>): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
