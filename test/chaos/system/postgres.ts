/** The database: an embedded PostgreSQL that can be restarted in order and crashed. What it has committed, it keeps. */
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
  /** The suite's own door; its queries fail while the server is away. */
  readonly pool: pg.Pool;
  /** Ends the connections of the system, as an operator or a failover would. */
  readonly terminateBackends: () => Promise<void>;
  /** In order: connections are ended, everything is flushed. */
  readonly restart: () => Promise<void>;
  /** The server is killed in the middle of whatever it does, and recovers from its log. */
  readonly crash: () => Promise<void>;
  /** In order, and back after this time. */
  readonly away: (ms: number) => Promise<void>;
  /** For every connection, those that are open included. */
  readonly setting: (name: string, value: string) => Promise<void>;
  /** Where databases are made; left out: where the server is. */
  readonly tablespace?: string;
  readonly stop: () => Promise<void>;
}

/** What the suite adds to it: the diary that the checker reads, and timings that have no setting. */
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

/** The suite's own door to a database. A server that does not answer is an error, never a suite that waits for ever. */
export function openPool(connectionString: string): pg.Pool {
  const bounds = { connectionTimeoutMillis: CONNECT_MS_MAX, query_timeout: QUERY_MS_MAX };
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'chaos', ...bounds });
  pool.on('error', () => {}); // the server is restarted on purpose
  return pool;
}

/** Of the suite's own connections, whatever the server thinks of writing. */
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

/** The role that the apps have on every server of the suite. The checker looks for its password in the logs. */
const APP_ROLE = 'farebox_app';
const APP_PASSWORD = 'chaos-app-b41f6c02';
const MAKE_APP_ROLE = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE}; END IF;
  ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '${APP_PASSWORD}';
  GRANT pg_read_all_stats TO ${APP_ROLE};
END $$`;

/** The same database, by the role that apps have. */
export const appUrlOf = (databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { username: APP_ROLE, password: APP_PASSWORD }).href;

/** A database of its own on the server, migrated; its URL is the superuser's, which is the suite's alone. */
export async function freshDatabase(postgres: Postgres, name: string): Promise<string> {
  await postgres.pool.query(MAKE_APP_ROLE);
  const place = postgres.tablespace === undefined ? '' : ` TABLESPACE ${postgres.tablespace}`;
  await postgres.pool.query(`CREATE DATABASE ${name}${place}`);
  // Not flushed to the disk, since nobody pulls the plug here; but a commit is with the kernel before it is answered.
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
