/**
 * PostgreSQL refuses to run as root. So root runs the server as an unprivileged uid that needs no account. Access to
 * everything that this uid needs (binaries, data) is tested by trying it, not by computing permissions.
 */
import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = 65534;

/** The server's user; empty for an ordinary user, who then runs the server. */
export const serverOwner = (): Owner => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

export function giveTo(owner: Owner, path: string): void {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
}

/** Whether the owner can enter `directory`, including its parent folders. */
export const canEnter = (owner: Owner, directory: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;

/** Whether the owner can run `binary`, including its libraries. */
export const canRun = (owner: Owner, binary: string): boolean =>
  spawnSync(binary, ['--version'], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
