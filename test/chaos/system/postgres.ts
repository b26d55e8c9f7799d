/** The database: an embedded PostgreSQL that can be restarted in order and crashed. It keeps everything that it has committed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@farebox/db';
import { type EmbeddedPostgres, startTestPostgres } from '@farebox/embedded';
import pg from 'pg';
import { newPort } from './ports.ts';

export interface Postgres {
  readonly url: string;
  readonly port: number;
  /** The suite's own connections; queries fail while the server is away. */
  readonly pool: pg.Pool;
  /** Ends the connections of the system, as an operator or a failover would. */
  readonly terminateBackends: () => Promise<void>;
  /** Restarts in order: closes connections and flushes everything. */
  readonly restart: () => Promise<void>;
  /** Kills the server at a random moment; it recovers from its WAL. */
  readonly crash: () => Promise<void>;
  /** Stops the server in order, and starts it again after this time. */
  readonly away: (ms: number) => Promise<void>;
  /** Applies to every connection, including open ones. */
  readonly setting: (name: string, value: string) => Promise<void>;
  /** Tablespace of new databases; by default the server's own. */
  readonly tablespace?: string;
  readonly stop: () => Promise<void>;
}

/** The suite's additions to the schema: the history that the checker reads, and timings without a setting. */
const ADDITIONS = ['history.sql', 'timings.sql'].map((file) => join(import.meta.dirname, '../recorder', file));
const CONNECTIONS_MAX = 200;
const CONNECT_MS_MAX = 5000;
const QUERY_MS_MAX = 60_000;
const APPLICATIONS = "application_name LIKE 'farebox-%'";

export async function startDatabase(directory: string): Promise<Postgres> {
  const port = await newPort();
  const start = (): Promise<EmbeddedPostgres> =>
    startTestPostgres({ directory, port, durable: false, connectionsMax: CONNECTIONS_MAX });
  let server = await start();
  const { url } = server;
  const pool = openPool(url);
  return {
    url,
    port,
    pool,
    terminateBackends: async () => {
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${APPLICATIONS}`);
    },
    async restart() {
      await server.stop();
      server = await start();
    },
    async away(ms) {
      await server.stop();
      await pause(ms);
      server = await start();
    },
    setting: (name, value) => setFor(pool, name, value),
    async crash() {
      const [pid] = readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await server.ended;
      await server.stop();
      server = await start();
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}

/** The suite's own connections to a database. A server that does not respond is an error, so that the suite never waits for ever. */
export function openPool(connectionString: string): pg.Pool {
  const bounds = { connectionTimeoutMillis: CONNECT_MS_MAX, query_timeout: QUERY_MS_MAX };
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'chaos', ...bounds });
  pool.on('error', () => {}); // the server is restarted on purpose
  return pool;
}

/** Works even when the server is read-only. */
export async function setFor(pool: pg.Pool, name: string, value: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await client.query('SELECT pg_reload_conf()');
  } finally {
    client.release();
  }
}

/** The apps' role on every server of the suite. The checker looks for its password in the logs. */
const APP_ROLE = 'farebox_app';
const APP_PASSWORD = 'chaos-app-b41f6c02';
const MAKE_APP_ROLE = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE}; END IF;
  ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '${APP_PASSWORD}';
  GRANT pg_read_all_stats TO ${APP_ROLE};
END $$`;

/** URL of the same database with the apps' role. */
export const appUrlOf = (databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { username: APP_ROLE, password: APP_PASSWORD }).href;

/** Creates a migrated database on the server. The URL is the superuser's, which only the suite uses. */
export async function freshDatabase(postgres: Postgres, name: string): Promise<string> {
  await postgres.pool.query(MAKE_APP_ROLE);
  const tablespaceClause = postgres.tablespace === undefined ? '' : ` TABLESPACE ${postgres.tablespace}`;
  await postgres.pool.query(`CREATE DATABASE ${name}${tablespaceClause}`);
  // Commits are not flushed, since power does not fail here; but the kernel has a commit before it is acknowledged.
  await postgres.pool.query(`ALTER DATABASE ${name} SET synchronous_commit = on`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const file of ADDITIONS) await client.query(readFileSync(file, 'utf8'));
  await client.end();
  return url.href;
}
