/**
 * The migrated template of one test run and its clones. All names carry the run's own prefix, so runs that share a
 * server never touch each other's databases, and closing removes every one of this run.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '@tollgate/db';
import { startPostgres } from '@tollgate/embedded';

export interface Template {
  /** URL of a new clone. */
  clone(): Promise<string>;
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** `serverUrl`: a server whose user may create databases; left out: an embedded one in a temporary folder. */
export async function openTemplate(serverUrl: string | undefined): Promise<Template> {
  const server = serverUrl ? { url: serverUrl, stop: async () => {} } : await throwawayServer();
  try {
    return await templateOn(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const CONNECTIONS_MAX = 300;

async function throwawayServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-test-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const server = await startPostgres({ directory, durable: false, connectionsMax: CONNECTIONS_MAX });
    return { url: server.url, stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function templateOn(server: Server): Promise<Template> {
  const run = `tollgate_test_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const drop = async (name: string): Promise<void> => {
    if (!name.startsWith(run)) throw new Error(`${name} is not a database of this run`);
    await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)} WITH (FORCE)`);
  };
  await admin.query(`CREATE DATABASE ${run}`);
  await migrate(databaseUrl(server.url, run));
  let clones = 0;
  return {
    async clone() {
      const name = `${run}_${++clones}`;
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${run}`);
      return databaseUrl(server.url, name);
    },
    drop,
    async close() {
      const { rows } = await admin.query<{ datname: string }>(
        'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
        [run],
      );
      for (const { datname } of rows) await drop(datname);
      await admin.end();
      await server.stop();
    },
  };
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
