/**
 * A worker as a test starts it, as root or as an ordinary user: finds its isolations, and prints for each what a
 * program inside could do. Imports only Node's own modules and files of this package, so that it runs from a copy.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '../isolation/isolated.ts';
import { findIsolation, workingIsolations } from '../isolation/isolation.ts';
import { stdioInside } from '../isolation/stdio.ts';
import { perlOf } from './attempts.ts';

function attempted(isolation: Isolation) {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-attempts-'));
  const owner = isolation.ownerOf(0);
  if (owner !== null) chownSync(directory, owner, owner);
  const command = ['/usr/bin/perl', '-e', perlOf(process.pid)] as const;
  const [program, ...args] = isolation.around({ command, slot: 0, directory, readable: [] });
  const { stdout, stderr } = stdioInside(isolation, ['ignore', 'pipe', 'pipe'], (stdio) =>
    spawnSync(program, args, { env: { LC_ALL: 'C' }, stdio, encoding: 'utf8' }),
  );
  rmSync(directory, { recursive: true });
  const results = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  return { kind: isolation.kind, summary: isolation.summary, closed: isolation.closed, results, stderr };
}

const strongest = findIsolation().summary;
console.log(JSON.stringify({ strongest, all: workingIsolations().map(attempted) }));
