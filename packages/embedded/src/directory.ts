/**
 * Decides where the server's files are. Normally that is the requested folder. If root's folder is closed to the
 * server's user, the files are in a folder under /var/lib/farebox with a link to it, so that the data still belongs to
 * that one checkout.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter, giveTo, type Owner } from './owner.ts';

/** The real folder behind `directory`: created if missing, owned by the server's user, closed to other users. */
export function prepareDirectory(directory: string, owner: Owner): string {
  mkdirSync(dirname(directory), { recursive: true });
  if (!exists(directory)) mkdirSync(directory, { mode: 0o700 });
  const real = realTarget(directory);
  giveTo(owner, real);
  if (canEnter(owner, real)) return real;
  return moveOut(directory, owner);
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function realTarget(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    throw new EmbeddedPostgresError(
      `${directory} links to a folder that no longer exists: remove the link to start afresh.`,
    );
  }
}

function moveOut(directory: string, owner: Owner): string {
  const target = join(sharedDirectory(owner), `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(target, { mode: 0o700 });
  giveTo(owner, target);
  try {
    rmdirSync(directory);
  } catch {
    throw new EmbeddedPostgresError(
      `${directory} is not accessible for uid ${owner.uid}: choose an accessible --data-dir.`,
    );
  }
  symlinkSync(target, directory);
  return target;
}

/** A folder that root owns and the server's user can enter. */
export function sharedDirectory(owner: Owner): string {
  const candidates = ['/var/lib/farebox', join(tmpdir(), 'farebox')];
  const found = candidates.find((candidate) => usable(candidate, owner));
  if (found === undefined)
    throw new EmbeddedPostgresError(`No folder for PostgreSQL is usable: tried ${candidates.join(' and ')}.`);
  return found;
}

function usable(candidate: string, owner: Owner): boolean {
  try {
    mkdirSync(candidate, { recursive: true, mode: 0o755 });
    const { uid, mode } = statSync(candidate);
    // Under /tmp another user may have created the folder first. Programs must never run from such a folder.
    return uid === process.getuid?.() && (mode & 0o022) === 0 && canEnter(owner, candidate);
  } catch {
    return false;
  }
}
