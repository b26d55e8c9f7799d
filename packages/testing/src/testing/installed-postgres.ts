/** A temporary server of the oldest supported PostgreSQL, if Debian's package is installed. Used by tests only. */
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { startProgram } from '../program.ts';
import { runSql } from '../run-sql.ts';
import { runProcess } from '../start-process.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const NOBODY = 65534;
const READY_MS = 30_000;

export interface InstalledPostgres extends AsyncDisposable {
  /** URL as the superuser, to the database `postgres`. */
  readonly url: string;
}

/** Null, with one printed line, if it is not installed. */
export async function startInstalledPostgres(): Promise<InstalledPostgres | null> {
  if (!existsSync(PROGRAMS)) {
    console.log(`skipped: ${PROGRAMS} is missing; install the package postgresql-15.`);
    return null;
  }
  const directory = mkdtempSync(join(tmpdir(), 'farebox-postgres-15-'));
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  if (uid !== undefined) chownSync(directory, uid, uid);
  const data = join(directory, 'data');
  const initdb = [
    join(PROGRAMS, 'initdb'),
    '-D',
    data,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ];
  await runProcess({ command: initdb, uid, cwd: '/' });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const command = [join(PROGRAMS, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = startProgram({ name: 'postgres-15', command, ...(uid === undefined ? {} : { uid }) });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await server.ready(async () => (await runSql(url, 'SELECT 1')).length === 1, READY_MS);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
