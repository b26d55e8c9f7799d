/** What a backup says of itself, and the mark of a restore that has not ended. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly postgresMajor: number;
}

/** In the archive beside the data. */
export const MANIFEST = 'backup.json';
/** In a data folder while it is being filled. */
export const RESTORING = 'restoring';

/** Of the running system alone: of no use to another one, or for another time. */
export const isPassing = (name: string): boolean =>
  name === 'runtime.json' || name === 'logs' || name === MANIFEST || name.startsWith('lock');

/** Throws where a restore broke off: half a database must never be started on. */
export function requireWhole(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, RESTORING)))
    throw new Error(`a restore into ${dataDirectory} broke off: run it again.`);
}
