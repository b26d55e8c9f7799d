/**
 * The migrated template of one test run and its clones. All names carry the run's prefix, so runs that share a server
 * never touch each other's databases. Closing removes all databases of this run.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '@farebox/db';
import { startTestPostgres } from '@farebox/embedded';
import { runSql } from './run-sql.ts';

export interface Clone {
  /** URL as a role with all privileges on the database. */
  readonly url: string;
  /** URL as a role with the privileges of the apps. */
  readonly appUrl: string;
}

export interface Template {
  clone(): Promise<Clone>;
  drop(name: string): Promise<void>;
  /** Drops every clone. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** `serverUrl`: a server whose user is a superuser; if omitted, an embedded one in a temporary folder. */
export async function openTemplate(serverUrl: string | undefined): Promise<Template> {
  const server = serverUrl ? await givenServer(serverUrl) : await throwawayServer();
  try {
    return await templateOn(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Server extends Clone {
  stop(): Promise<void>;
}

const CONNECTIONS_MAX = 300;
const ROLE_THERE: ReadonlySet<string | undefined> = new Set(['42710', '23505']);

/**
 * Uses an external server: creates a login for this run with the privileges of the apps. The role that migrations grant
 * to stays, without a login.
 */
async function givenServer(serverUrl: string): Promise<Server> {
  const [login, password] = [`farebox_test_app_${randomBytes(4).toString('hex')}`, randomBytes(16).toString('hex')];
  const run = async (statement: string): Promise<void> => void (await runSql(serverUrl, statement));
  await run('CREATE ROLE farebox_app NOLOGIN').catch((error: unknown) => {
    if (!ROLE_THERE.has((error as { code?: string }).code)) throw error;
  });
  await run(`CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE farebox_app`);
  const appUrl = Object.assign(new URL(serverUrl), { username: login, password }).href;
  return { url: serverUrl, appUrl, stop: () => run(`DROP ROLE ${login}`) };
}

async function throwawayServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const { url, appUrl, stop } = await startTestPostgres({
      directory,
      durable: false,
      connectionsMax: CONNECTIONS_MAX,
    });
    return { url, appUrl, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function templateOn(server: Server): Promise<Template> {
  const run = `farebox_test_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const drop = async (name: string): Promise<void> => {
    if (!name.startsWith(run)) throw new Error(`${name} is not a database of this run`);
    await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)} WITH (FORCE)`);
  };
  const dropAll = async (prefix: string): Promise<void> => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await drop(datname);
  };
  await admin.query(`CREATE DATABASE ${run}`);
  await migrate(databaseUrl(server.url, run));
  let clones = 0;
  return {
    async clone() {
      const name = `${run}_${++clones}`;
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${run}`);
      await asDeployed(admin, name);
      return { url: databaseUrl(server.url, name), appUrl: databaseUrl(server.appUrl, name) };
    },
    drop,
    clear: () => dropAll(`${run}_`),
    async close() {
      await dropAll(run);
      await admin.end();
      await server.stop();
    },
  };
}

/** Cloning a database does not clone its privileges. */
async function asDeployed(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  await admin.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO farebox_app`);
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
