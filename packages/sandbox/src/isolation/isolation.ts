/**
 * Finds the isolation of decoders. A compromised decoder must not reach the worker's secrets, the files of other
 * projects or the network. The worker tries which isolation works, and claims only what it tried.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANDIDATES, none } from './candidates.ts';
import { closeInheritedDescriptors } from './descriptors.ts';
import type { Isolation } from './isolated.ts';
import { stdioInside } from './stdio.ts';

const TRIAL_MS = 10_000;

/** The strongest isolation that works here. Takes a few hundred milliseconds; called once in a process, at its start. */
export function findIsolation(): Isolation {
  closeInheritedDescriptors();
  return CANDIDATES.find(works) ?? none;
}

/** All isolations that work here, the strongest first; `none` always works. */
export function workingIsolations(): readonly Isolation[] {
  return [...CANDIDATES.filter(works), none];
}

/**
 * Runs Node inside and lets it write into its directory. This also tests that it finds its code, and that the worker
 * may delete the result.
 */
function works(isolation: Isolation): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-run-'));
  const made = join(directory, 'made');
  try {
    const owner = isolation.ownerOf(0);
    if (owner !== null) chownSync(directory, owner, owner);
    const script = isolation.kind === 'process' ? LOOK_INTO_PARENT : WRITE;
    const command = [process.execPath, '-e', script, made, String(process.pid)] as const;
    const [program, ...args] = isolation.around({ command, slot: 0, directory, readable: [] });
    stdioInside(isolation, ['ignore', 'ignore', 'ignore'], (stdio) =>
      spawnSync(program, args, { env: {}, stdio, timeout: TRIAL_MS }),
    );
    rmSync(made);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const WRITE = `require('node:fs').writeFileSync(process.argv[1], '')`;
/** Writes only if the program cannot open the worker's files in /proc. */
const LOOK_INTO_PARENT = `
  const { openSync } = require('node:fs');
  for (const file of ['environ', 'mem']) {
    let opened = true;
    try { openSync('/proc/' + process.argv[2] + '/' + file); } catch { opened = false; }
    if (opened) process.exit(1);
  }
  ${WRITE}`;
