/**
 * Handles the remains of a killed start in the data directory: a server that still runs, or a postmaster.pid whose pid
 * now belongs to another program. That program is never signalled: a process counts as the server only if it was
 * started on this directory.
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
  if (commandLine === undefined) return; // dead: PostgreSQL itself cleans up after it, including shared memory
  if (!commandLine.includes(cluster)) {
    rmSync(pidFile, { force: true });
    return;
  }
  const stop = ['-D', cluster, '-m', 'fast', '-w', '-t', String(WAIT_SECONDS), 'stop'];
  const { ok, said } = await run(binaries.pgCtl, stop, owner);
  // It may have ended meanwhile: its guard stops it when the process that started it has ended.
  if (!ok && existsSync(pidFile))
    throw new EmbeddedPostgresError('A PostgreSQL of an earlier start does not stop.', said);
}

function commandLineOf(pid: string): string | undefined {
  if (!/^[1-9]\d*$/.test(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}
