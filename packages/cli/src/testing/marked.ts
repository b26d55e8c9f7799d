/** Finds all processes that a test started, directly or indirectly: each inherits a mark in its environment. Linux only. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const VARIABLE = 'STARTED_BY_TEST';

export interface Mark {
  readonly env: Readonly<Record<string, string>>;
  /** Command lines of the processes that still run. */
  readonly running: () => readonly string[];
}

export function newMark(): Mark {
  const value = randomUUID();
  const entry = `${VARIABLE}=${value}`;
  return {
    env: { [VARIABLE]: value },
    running: () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && readOr(`/proc/${name}/environ`).split('\0').includes(entry))
        .map((name) => `${name} ${readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ')}`),
  };
}

/** A process that has ended meanwhile has nothing to read. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
