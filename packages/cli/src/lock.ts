/**
 * Allows one supervisor per data folder. The lock file names the process that holds the lock and the time at which that
 * process started. So a process that gets the same pid after a crash or a reboot is not mistaken for the holder.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly pid: number;
  constructor(pid: number, directory: string) {
    super(`Farebox already runs on ${directory} (process ${pid}): stop it, or choose another folder with --data-dir.`);
    this.pid = pid;
  }
}

interface Holder {
  readonly pid: number;
  readonly began: string;
}

const ATTEMPTS_MAX = 5;
/** Position of `starttime` after the program's name in /proc/<pid>/stat. */
const START_TICK = 19;

export interface Lock extends Disposable {
  /** True if a dead holder did not release the lock. Processes that it started may still be ending. */
  readonly wasLeft: boolean;
}

/** Takes the lock of `directory`, also from a dead holder. Throws LockedError. Disposing releases the lock. */
export function lockDirectory(directory: string): Lock {
  // Root's database server runs as another user, who must be able to enter the folder. The files inside have their own
  // permissions.
  mkdirSync(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const path = join(directory, 'lock');
  const draft = `${path}.${process.pid}`;
  const mine = JSON.stringify({ pid: process.pid, began: beganAt(process.pid) ?? '' } satisfies Holder);
  writeFileSync(draft, mine, { mode: 0o600 });
  let wasLeft = false;
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (link(draft, path)) return { wasLeft, [Symbol.dispose]: () => release(path, mine) };
      const holder = readFileOr(path);
      if (holder === undefined) continue;
      evictIfDead(path, holder);
      wasLeft = true;
    }
    throw new Error(`other processes keep taking ${path}; remove the file if no Farebox runs there`);
  } finally {
    rmSync(draft, { force: true });
  }

  /** Moves a dead holder's file away. If the file turns out to be newer by then, puts it back. */
  function evictIfDead(lockPath: string, text: string): void {
    const holder = parseHolder(text);
    if (holder !== undefined && isAlive(holder)) throw new LockedError(holder.pid, directory);
    const evicted = `${lockPath}.stale.${process.pid}`;
    try {
      renameSync(lockPath, evicted);
    } catch {
      return; // another process was faster
    }
    if (readFileOr(evicted) !== text) link(evicted, lockPath);
    rmSync(evicted, { force: true });
  }
}

/** Creates the link atomically: it appears with its content or not at all. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function release(path: string, mine: string): void {
  if (readFileOr(path) === mine) rmSync(path, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, began } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && typeof began === 'string' ? { pid: pid as number, began } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  const now = beganAt(pid);
  if (now !== undefined) return now === began;
  if (began !== '') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Boot id and start tick of a process; undefined if there is no such process, or no /proc. */
function beganAt(pid: number): string | undefined {
  const stat = readFileOr(`/proc/${pid}/stat`);
  const boot = readFileOr('/proc/sys/kernel/random/boot_id');
  if (stat === undefined || boot === undefined) return undefined;
  // The program name is in brackets and may contain anything. The fields after it are numbers; the state is the first.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[START_TICK]}`;
}

function readFileOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
