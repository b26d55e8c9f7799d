/** The description inside a backup, and the marker of an unfinished restore. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly postgresMajor: number;
}

/** Name of the manifest in the archive. */
export const MANIFEST = 'backup.json';
/** Marker file in a data folder during a restore. */
export const RESTORING = 'restoring';

/** Files that are useful only to the running system, so a backup leaves them out. */
export const isPassing = (name: string): boolean =>
  name === 'runtime.json' || name === 'logs' || name === MANIFEST || name.startsWith('lock');

/** Throws if a restore was interrupted: no system may start on an incomplete database. */
export function requireWhole(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, RESTORING)))
    throw new Error(`a restore into ${dataDirectory} was interrupted: run it again.`);
}
