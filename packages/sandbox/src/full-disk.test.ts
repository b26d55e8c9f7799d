/** A full disk of this machine is told from a program that fails, whatever the program says. Needs root, for a small disk. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findIsolation } from './isolation/isolation.ts';
import { createProgramSandbox, type ProgramSandbox } from './program.ts';

const LIMITS = {
  memoryBytesMax: 512 * 1024 ** 2,
  taskMs: 60_000,
  memoryBytes: 64 * 1024 ** 3,
  cpuSeconds: 60,
  fileBytes: 100_000_000,
  openFiles: 64,
  niceness: 0,
};
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
if (!isRoot) process.stdout.write('skipped: a small disk can be mounted only by root\n');

let directory: string;
let sandbox: ProgramSandbox;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-small-disk-'));
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=1777', 'small', directory]);
  chmodSync(directory, 0o1777);
  vi.stubEnv('TMPDIR', directory);
  const isolation = findIsolation();
  sandbox = createProgramSandbox({ isolation, size: 1, firstSlot: 740, limits: LIMITS, environment: {}, readable: [] });
});
afterEach(async () => {
  await sandbox.close();
  vi.unstubAllEnvs();
  if (isRoot) execFileSync('umount', ['--lazy', directory]);
  rmSync(directory, { recursive: true, force: true });
});

const run = (script: string) =>
  sandbox.visit({ owner: 'one', signal: new AbortController().signal, inputs: {} }, (room) =>
    room.run(['/bin/sh', '-c', script.replace('$out', room.out)]),
  );

test.runIf(isRoot)('a program that fails because the disk is full rejects with ENOSPC', async () => {
  await expect(run('head -c 20000000 /dev/zero > $out/large')).rejects.toMatchObject({ code: 'ENOSPC' });
});

test.runIf(isRoot)('a program that only says that the disk is full has failed by itself', async () => {
  expect(await run('echo "No space left on device" >&2; exit 1')).toMatchObject({ code: 1 });
});
