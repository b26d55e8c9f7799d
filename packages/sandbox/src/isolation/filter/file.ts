/**
 * The compiled filter as a file without a name, since bubblewrap reads it from a descriptor. Every process gets a
 * descriptor of its own, because two that share one would share its position.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filterProgram } from './program.ts';

/** The descriptor on which a process inside finds its filter. bubblewrap closes it before it starts the program. */
export const FILTER_DESCRIPTOR = 3;

const PROGRAM = filterProgram(process.arch);

/** Whether there is a filter for this architecture. */
export const hasFilter = PROGRAM !== null && process.platform === 'linux';

let kept: number | undefined;

/** Calls `start` with a descriptor of the filter, which is open only during the call. */
export function withFilter<T>(start: (descriptor: number) => T): T {
  kept ??= fileOf(PROGRAM ?? new Uint8Array());
  const descriptor = openSync(`/proc/self/fd/${kept}`, 'r');
  try {
    return start(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same prefix as that of the folders of runs, whose cleanup also removes one that a killed worker left behind. */
function fileOf(program: Uint8Array): number {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-run-'));
  try {
    const path = join(directory, 'filter');
    writeFileSync(path, program, { mode: 0o400 });
    return openSync(path, 'r');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
