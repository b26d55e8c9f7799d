/**
 * PostgreSQL refuses to run as root, so root hands the server to an unprivileged uid that needs no account. Everything
 * that uid must reach (binaries, data) is tested by really reaching it, not by computing permissions.
 */
import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = 65534;

/** Empty for an ordinary user: the server then runs as whoever started it. */
export const serverOwner = (): Owner => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

export function giveTo(owner: Owner, path: string): void {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
}

/** Whether the owner can enter `directory`, whatever folders stand above it. */
export const canEnter = (owner: Owner, directory: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;

/** Whether the owner can run `binary`, libraries included. */
export const canRun = (owner: Owner, binary: string): boolean =>
  spawnSync(binary, ['--version'], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
