/** PostgreSQL for services mode: Debian's 15 if it is installed (the oldest supported version), otherwise the embedded one. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, startPostgres } from '@farebox/embedded';
import { startProgram } from '@farebox/testing';

const DEBIAN = '/usr/lib/postgresql/15/bin';
const NOBODY = 65534;
const START_TIMEOUT_MS = 20_000;

const ROLES = resolve(import.meta.dirname, '../../../deploy/postgres/roles.sql');
/** The server trusts every user of this machine, so it needs no password. */
const PASSWORDS = { POSTGRES_OWNER_PASSWORD: 'owner', POSTGRES_APP_PASSWORD: 'app', POSTGRES_READ_PASSWORD: 'read' };

export interface StartedPostgres {
  /** URL with the apps' role. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly stop: () => Promise<void>;
}

export async function startServerPostgres(directory: string): Promise<StartedPostgres> {
  if (!existsSync(join(DEBIAN, 'initdb')))
    return startPostgres({ directory: join(directory, 'postgres'), durable: false });
  const data = join(directory, 'postgres15');
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  execFileSync(
    join(DEBIAN, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...owner, stdio: 'pipe' },
  );
  return run(data, isRoot ? { uid: NOBODY } : {});
}

async function run(data: string, owner: { uid?: number }): Promise<StartedPostgres> {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
  ];
  const server = startProgram({
    name: 'postgres',
    directory: data,
    command: [join(DEBIAN, 'postgres'), '-D', data, ...settings.flatMap((each) => ['-c', each])],
    ...owner,
  });
  await server.ready(async () => isReady(port), START_TIMEOUT_MS);
  const urlOf = (user: string, database: string): string => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const psql = [urlOf('postgres', 'postgres'), '--quiet', '--no-psqlrc', '--file', ROLES];
  execFileSync(join(DEBIAN, 'psql'), psql, { env: { ...process.env, ...PASSWORDS }, stdio: 'pipe' });
  return {
    url: urlOf('farebox_app', 'farebox'),
    ownerUrl: urlOf('farebox_owner', 'farebox'),
    stop: server.stop,
  };
}

function isReady(port: number): boolean {
  execFileSync(join(DEBIAN, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'], { stdio: 'ignore' });
  return true;
}
