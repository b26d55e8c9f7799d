/**
 * PostgreSQL of another major version than the registry's, from this machine's packages: a server in a folder as an embedded one of that version would
 * have made it, and the programs beside it.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, packagedMajor } from '@farebox/embedded';
import { startProgram } from './program.ts';
import { runSql } from './run-sql.ts';
import { runProcess } from './start-process.ts';

export interface InstalledPostgres {
  readonly major: number;
  /** The folder of its programs. */
  readonly bin: string;
}

export interface InstalledServer {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  readonly stop: () => Promise<void>;
}

const READY_MS = 30_000;
const NOBODY = 65534;
const uid = process.getuid?.() === 0 ? NOBODY : undefined;

/** The oldest one. Where there is none, prints one line that says what to install, and answers null. */
export function findInstalledPostgres(): InstalledPostgres | null {
  const packaged = packagedMajor();
  const [oldest] = globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((initdb) => ({ bin: dirname(initdb), major: Number(/postgresql\/(\d+)\//.exec(initdb)?.[1]) }))
    .filter(({ major }) => major !== packaged)
    .sort((one, other) => one.major - other.major);
  if (oldest === undefined)
    console.log('skipped: no other major version of PostgreSQL is here; apt-get install postgresql');
  return oldest ?? null;
}

/** Makes `directory`, whose parent every user can enter. `settings` are lines of its postgresql.conf. */
export async function startInstalledPostgres(
  { bin, major }: InstalledPostgres,
  directory: string,
  settings: readonly string[] = [],
): Promise<InstalledServer> {
  const [app, own] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  makeFolder(directory, { password: app, 'password-owner': own, 'password-superuser': own });
  const cluster = join(directory, 'cluster');
  await runProcess({ command: initdb(bin, directory), uid, cwd: '/' });
  const port = await freePort();
  const lines = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = ''`, ...settings];
  appendFileSync(join(cluster, 'postgresql.conf'), `${lines.join('\n')}\n`);
  const server = startProgram({
    name: `postgres-${major}`,
    command: [join(bin, 'postgres'), '-D', cluster],
    directory: dirname(directory),
    ...(uid === undefined ? {} : { uid }),
  });
  const urlOf = (role: string, password: string, database = 'farebox'): string =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const superuserUrl = urlOf('postgres', own, 'postgres');
  await server.ready(async () => (await runSql(superuserUrl, 'SELECT 1')).length === 1, READY_MS);
  await runSql(superuserUrl, ...rolesOf(app, own));
  return {
    ownerUrl: urlOf('farebox_owner', own),
    appUrl: urlOf('farebox_app', app),
    superuserUrl,
    async stop() {
      await runProcess({ command: [join(bin, 'pg_ctl'), '-D', cluster, '-m', 'fast', '-w', 'stop'], uid, cwd: '/' });
      await server.stop();
    },
  };
}

function makeFolder(directory: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(directory, { mode: 0o700 });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text, { mode: 0o600 });
  if (uid === undefined) return;
  for (const path of ['.', ...Object.keys(files)]) chownSync(join(directory, path), uid, uid);
}

const initdb = (bin: string, directory: string): readonly string[] => [
  join(bin, 'initdb'),
  '-D',
  join(directory, 'cluster'),
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  `--pwfile=${join(directory, 'password-superuser')}`,
];

const rolesOf = (app: string, own: string): readonly string[] => [
  `CREATE ROLE farebox_owner LOGIN CREATEDB PASSWORD '${own}'`,
  `CREATE ROLE farebox_app LOGIN PASSWORD '${app}'`,
  'GRANT farebox_app TO farebox_owner',
  'CREATE DATABASE farebox OWNER farebox_owner',
];
