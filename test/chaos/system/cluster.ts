/**
 * A PostgreSQL as Debian installs it, for what the embedded one cannot do: a standby of its own, a promotion, a clock of its own. Its data
 * and its log stay in its folder; it never outlives the suite.
 */
import { chmodSync, chownSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from '@farebox/testing';
import pg from 'pg';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';

const USER = 'farebox';
/** The loopback interface needs no password; it exists so that the checker can look for it in the logs. */
const PASSWORD = 'chaos-cluster-51c07a9e';
const NOBODY = '65534';
const CONNECTIONS_MAX = 200;
const START_POLLS_MAX = 600;
const POLL_MS = 100;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(CONNECTIONS_MAX),
  fsync: 'off',
  wal_level: 'replica',
  hot_standby: 'on',
  max_wal_senders: '4',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export interface Cluster {
  readonly port: number;
  readonly process: Process;
  readonly start: () => Promise<void>;
  /** Stops in order: closes connections and flushes everything. */
  readonly stop: () => Promise<void>;
  /** Promotes a standby. */
  readonly promote: () => Promise<void>;
}

export interface ClusterOptions {
  readonly directory: string;
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Port of the server to copy; without it the database begins empty. */
  readonly copyOf?: number;
}

const binFolder = (): string | undefined => globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

/** Null if PostgreSQL is installed; otherwise the reason. */
export const missingCluster = (): string | null =>
  binFolder() === undefined ? 'no /usr/lib/postgresql: apt-get install postgresql' : null;

const isRoot = (): boolean => process.getuid?.() === 0;
/** The environment belongs to the server alone: `setpriv`, which changes the user, must not have it. */
const asServer = (program: string, args: readonly string[], env: ClusterOptions['env'] = {}): string[] => {
  const own = Object.entries(env).map((entry) => entry.join('='));
  const command = ['env', ...own, join(binFolder() ?? '', program), ...args];
  const owner = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups'];
  return isRoot() ? ['setpriv', ...owner, '--', ...command] : command;
};

/** Asynchronous, because this process may itself forward connections to the server. */
async function run(program: string, ...args: string[]): Promise<void> {
  await runProcess({ command: asServer(program, args), cwd: '/' });
}

export async function openCluster({ directory, name, env = {}, copyOf }: ClusterOptions): Promise<Cluster> {
  mkdirSync(directory, { recursive: true });
  if (isRoot()) chownSync(directory, Number(NOBODY), Number(NOBODY));
  const data = join(directory, name);
  if (copyOf === undefined)
    await run('initdb', '-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  else {
    const from = ['-h', '127.0.0.1', '-p', String(copyOf), '-U', USER];
    await run('pg_basebackup', ...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  }
  const port = await newPort();
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const command = asServer('postgres', ['-D', data, ...settings], env);
  const logs = join(directory, 'logs');
  mkdirSync(logs, { recursive: true });
  chmodSync(logs, 0o755);
  const server = createProcess({ name, command, env: {}, logs });
  return {
    port,
    process: server,
    async start() {
      server.start();
      await untilResponds(port);
    },
    async stop() {
      await run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop');
      await server.kill();
    },
    async promote() {
      await run('pg_ctl', '-D', data, '-w', 'promote');
    },
  };
}

async function untilResponds(port: number): Promise<void> {
  for (let poll = 0; poll < START_POLLS_MAX; poll++) {
    const client = new pg.Client({ connectionString: urlOf(port, 'postgres'), connectionTimeoutMillis: 1000 });
    client.on('error', () => {});
    const responds = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (responds) return;
    await pause(POLL_MS);
  }
  throw new Error('PostgreSQL did not start');
}

export const urlOf = (port: number, database: string): string =>
  `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
