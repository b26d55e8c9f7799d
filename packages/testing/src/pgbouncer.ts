/** A temporary PgBouncer in transaction mode, as Debian ships it: no setting makes it more tolerant than its default. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findProgram } from './launch.ts';
import { startProgram } from './program.ts';
import { runSql } from './run-sql.ts';

export interface LaunchedPgBouncer extends AsyncDisposable {
  /** postgres:// URL of the same database and role through PgBouncer. */
  readonly url: string;
}

/** Few, so that clients share them. */
const SERVER_CONNECTIONS = 3;
const READY_MS = 30_000;
const NOBODY = 65534;

/** Null, with one printed line, if pgbouncer is not installed. */
export async function startPgBouncer(databaseUrl: string): Promise<LaunchedPgBouncer | null> {
  const program = findProgram('pgbouncer', 'install the package pgbouncer.');
  if (program === null) return null;
  const directory = await mkdtemp(join(tmpdir(), 'farebox-pgbouncer-'));
  execFileSync('chmod', ['755', directory]);
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
  ];
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const uid = process.getuid?.() === 0 ? { uid: NOBODY } : {};
  const server = startProgram({ name: 'pgbouncer', command: [program, file], directory, stopSeconds: 0, ...uid });
  const url = new URL(databaseUrl);
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
  await server.ready(async () => (await runSql(url.href, 'SELECT 1')).length === 1, READY_MS);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
