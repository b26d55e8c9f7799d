/** Prepares a data directory that another user or another machine has created, before a server starts on it. */
import { chmodSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { giveTo, serverOwner } from './owner.ts';
import { prepareDirectory } from './directory.ts';

/** Creates the (empty) folder of a server. Returns the real path of its files. */
export const prepareServerDirectory = (directory: string): string =>
  prepareDirectory(resolve(directory), serverOwner());

/** Gives everything in `directory` to the server's user, and closes it to others. */
export function adoptServerDirectory(directory: string): void {
  const owner = serverOwner();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    giveTo(owner, path);
    if (entry.isSymbolicLink()) throw new EmbeddedPostgresError(`${path} is a link, which Farebox never creates.`);
    chmodSync(path, entry.isDirectory() ? 0o700 : 0o600);
    if (entry.isDirectory()) adoptServerDirectory(path);
  }
}

/** The major version of the data; null if there is none. */
export function dataMajorOf(directory: string): number | null {
  try {
    return Number(readFileSync(join(directory, 'cluster', 'PG_VERSION'), 'utf8').trim());
  } catch {
    return null;
  }
}
