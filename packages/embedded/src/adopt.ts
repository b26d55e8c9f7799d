/** A data directory that was made by another user, or on another machine, before a server of ours is started on it. */
import { chmodSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { giveTo, serverOwner } from './owner.ts';
import { prepareDirectory } from './place.ts';

/** Makes the (empty) folder of a server; the path where its files really lie. */
export const prepareServerDirectory = (directory: string): string =>
  prepareDirectory(resolve(directory), serverOwner());

/** Gives everything in `directory` to the server's user, and to nobody else. */
export function adoptServerDirectory(directory: string): void {
  const owner = serverOwner();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    giveTo(owner, path);
    if (entry.isSymbolicLink()) throw new EmbeddedPostgresError(`${path} is a link, which no server of ours makes.`);
    chmodSync(path, entry.isDirectory() ? 0o700 : 0o600);
    if (entry.isDirectory()) adoptServerDirectory(path);
  }
}

/** The major version that the data is of; null where there is none. */
export function dataMajorOf(directory: string): number | null {
  try {
    return Number(readFileSync(join(directory, 'cluster', 'PG_VERSION'), 'utf8').trim());
  } catch {
    return null;
  }
}
