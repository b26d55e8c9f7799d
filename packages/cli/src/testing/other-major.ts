/**
 * An embedded server's folder of another major version of PostgreSQL, and that server. It comes from this machine's
 * packages, because the registry has only one version. Used by tests only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, packagedMajor } from '@farebox/embedded';

/** Its programs; null if only the packaged version is installed. */
export function otherMajor(): { readonly major: number; readonly bin: string } | null {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((initdb) => ({ bin: dirname(initdb), major: Number(/postgresql\/(\d+)\//.exec(initdb)?.[1]) }))
    .find(({ major }) => major !== packagedMajor());
  return found ?? null;
}

export interface OldServer {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  readonly stop: () => void;
}

const NOBODY = 65534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * Creates the roles and files that an embedded server of that version would have. `settings` are lines of its
 * postgresql.conf.
 */
export async function startOldServer(
  bin: string,
  directory: string,
  settings: readonly string[] = [],
): Promise<OldServer> {
  const cluster = join(directory, 'cluster');
  mkdirSync(directory, { mode: 0o700 });
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid);
  const [app, own] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  for (const [file, text] of Object.entries({ password: app, 'password-owner': own, 'password-superuser': own })) {
    writeFileSync(join(directory, file), text, { mode: 0o600 });
    if (owner.uid !== undefined) chownSync(join(directory, file), owner.uid, owner.gid);
  }
  const run = (program: string, args: readonly string[], input?: string): void => {
    const { status, stderr } = spawnSync(join(bin, program), args, { ...owner, cwd: '/', input, encoding: 'utf8' });
    if (status !== 0 || /ERROR|FATAL/.test(stderr)) throw new Error(`${program}: ${stderr}`);
  };
  run('initdb', [
    '-D',
    cluster,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--pwfile=${join(directory, 'password-superuser')}`,
  ]);
  run('postgres', ['--single', '-D', cluster, 'postgres'], rolesOf(app, own));
  const port = await freePort();
  const lines = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = ''`, ...settings];
  appendFileSync(join(cluster, 'postgresql.conf'), `${lines.join('\n')}\n`);
  execFileSync(join(bin, 'pg_ctl'), ['-D', cluster, '-w', '-l', join(directory, 'log'), 'start'], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  });
  const urlOf = (role: string, password: string, database = 'farebox'): string =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  return {
    ownerUrl: urlOf('farebox_owner', own),
    appUrl: urlOf('farebox_app', app),
    superuserUrl: urlOf('postgres', own, 'postgres'),
    stop: () => run('pg_ctl', ['-D', cluster, '-m', 'fast', '-w', 'stop']),
  };
}

const rolesOf = (app: string, own: string): string =>
  [
    `CREATE ROLE farebox_owner LOGIN CREATEDB PASSWORD '${own}'`,
    `CREATE ROLE farebox_app LOGIN PASSWORD '${app}'`,
    'GRANT farebox_app TO farebox_owner',
    'CREATE DATABASE farebox OWNER farebox_owner',
    '',
  ].join('\n');
