/**
 * What a killed start can leave in the data directory: a server that still runs, or a postmaster.pid whose number now
 * belongs to a stranger. The stranger is never signalled: a process is ours only if it was started on this directory.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { WAIT_SECONDS } from './guard.ts';
import type { Owner } from './owner.ts';
import { run } from './run.ts';

export interface Leftover {
  readonly binaries: Binaries;
  readonly owner: Owner;
  readonly cluster: string;
}

export async function endLeftover({ binaries, owner, cluster }: Leftover): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const commandLine = commandLineOf(readFileSync(pidFile, 'utf8').split('\n', 1)[0] ?? '');
  if (commandLine === undefined) return; // dead: PostgreSQL itself cleans up after it, shared memory included
  if (!commandLine.includes(cluster)) {
    rmSync(pidFile, { force: true });
    return;
  }
  const stop = ['-D', cluster, '-m', 'fast', '-w', '-t', String(WAIT_SECONDS), 'stop'];
  const { ok, said } = await run(binaries.pgCtl, stop, owner);
  // It may have ended by itself in the meantime: its guard stops it when the process that started it is gone.
  if (!ok && existsSync(pidFile))
    throw new EmbeddedPostgresError('A PostgreSQL left by an earlier start does not stop.', said);
}

function commandLineOf(pid: string): string | undefined {
  if (!/^[1-9]\d*$/.test(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}
