/**
 * Where the server's files live. Normally exactly where the caller says; for a root whose folder the server's user
 * cannot enter, a folder under /var/lib/farebox with a link to it, so that the data still belongs to that one clone.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter, giveTo, type Owner } from './owner.ts';

/** The real folder behind `directory`: made if missing, owned by the server's user, closed to everybody else. */
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
    throw new EmbeddedPostgresError(`${directory} points to a folder that is gone: remove the link to start afresh.`);
  }
}

function moveOut(directory: string, owner: Owner): string {
  const place = join(sharedPlace(owner), `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(place, { mode: 0o700 });
  giveTo(owner, place);
  try {
    rmdirSync(directory);
  } catch {
    throw new EmbeddedPostgresError(
      `${directory} cannot be entered by uid ${owner.uid}: choose a --data-dir it can reach.`,
    );
  }
  symlinkSync(place, directory);
  return place;
}

/** A folder that root owns alone and the server's user can enter. */
export function sharedPlace(owner: Owner): string {
  const candidates = ['/var/lib/farebox', join(tmpdir(), 'farebox')];
  const found = candidates.find((candidate) => usable(candidate, owner));
  if (found === undefined)
    throw new EmbeddedPostgresError(`No folder for PostgreSQL: tried ${candidates.join(' and ')}.`);
  return found;
}

function usable(candidate: string, owner: Owner): boolean {
  try {
    mkdirSync(candidate, { recursive: true, mode: 0o755 });
    const { uid, mode } = statSync(candidate);
    // Under /tmp somebody else may have made the folder first: never run programs out of such a place.
    return uid === process.getuid?.() && (mode & 0o022) === 0 && canEnter(owner, candidate);
  } catch {
    return false;
  }
}
