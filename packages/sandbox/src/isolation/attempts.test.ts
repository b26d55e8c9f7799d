/**
 * Tries, as a worker of root and as one of an ordinary user, what a compromised decoder would try: system calls, a
 * signal to the worker, and descriptors that the worker was started with. Needs perl, which makes any system call.
 */
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runProcess } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Isolation } from './isolated.ts';

const NOBODY = '65534';
const isRoot = process.getuid?.() === 0;
const canTry = process.platform === 'linux' && findProgram('perl', 'install perl.') !== null;
const TIMEOUT = { timeout: 60_000 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-attempts-'));
  chmodSync(folder, 0o755);
  copyFileSync(process.execPath, join(folder, 'node'));
  cpSync(join(import.meta.dirname, '..'), join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'secret'), 'of the worker');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Tried extends Pick<Isolation, 'kind' | 'closed' | 'summary'> {
  readonly results: Readonly<Record<string, string>>;
  readonly stderr: string;
}

/** Starts the worker with a file that is open above a gap, which Node does not hide from its own programs. */
const OPEN_ABOVE_A_GAP = `use POSIX; $^F = 999; open(F, '<', shift) or die; POSIX::dup2(fileno(F), 200); exec @ARGV`;

async function workerTried(user: readonly string[]): Promise<{ strongest: string; all: readonly Tried[] }> {
  const worker = [join(folder, 'node'), join(folder, 'src/testing/attempting-worker.process.ts')];
  const opened = ['perl', '-e', OPEN_ABOVE_A_GAP, join(folder, 'secret'), ...worker];
  const said = await runProcess({ command: [...user, ...opened] as [string, ...string[]], cwd: folder });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as { strongest: string; all: readonly Tried[] };
}

/** Root's permissions end with the first program that setpriv starts, here perl. */
const asNobody = ['setpriv', '--reuid', NOBODY, '--regid', NOBODY, '--clear-groups'];
const WORKERS: readonly (readonly [string, readonly string[]])[] = isRoot
  ? [
      ['root', []],
      ['an ordinary user', asNobody],
    ]
  : [['an ordinary user', []]];

const [PERMITTED, EPERM, ESRCH, ENOSYS, SIGSYS] = ['0', '1', '3', '38', '-31'];
const RESULTS: Readonly<Record<string, string>> = {
  clone3: ENOSYS,
  io_uring_setup: ENOSYS,
  'a call that is newer than the list': ENOSYS,
  'a call of x32': SIGSYS,
};

describe.skipIf(!canTry).for(WORKERS)('under a worker of %s', ([, user]) => {
  let all: readonly Tried[];
  let strongest: Tried;
  beforeAll(async () => {
    const tried = await workerTried(user);
    all = tried.all;
    strongest = all.find(({ summary }) => summary === tried.strongest)!;
  }, TIMEOUT.timeout);

  test('a decoder can make no system call that decoders do not need', () => {
    const filtered = all.filter(({ closed }) => closed.calls);
    expect(strongest.kind !== 'namespaces' || filtered.includes(strongest)).toBe(true);
    for (const { results, stderr } of filtered) {
      const { worker: _, descriptors: __, ...calls } = results;
      expect(Object.keys(calls).length, stderr).toBeGreaterThan(10);
      expect(calls).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, RESULTS[name] ?? EPERM])));
    }
  });

  test('an isolation that claims no filter of system calls has none', () => {
    const open = all.filter(({ closed }) => !closed.calls);
    expect(open.length).toBeGreaterThan(0);
    for (const { results } of open) expect(results).toMatchObject({ ptrace: PERMITTED, keyctl: PERMITTED });
  });

  test('a decoder can send its worker a signal only if its isolation says so', () => {
    for (const { closed, kind, summary, results } of all)
      expect(results['worker'], summary).toBe(closed.signals ? (kind === 'user' ? EPERM : ESRCH) : PERMITTED);
  });

  test('a decoder has no descriptor of its worker except its standard streams', () => {
    for (const { summary, results } of all) expect(results['descriptors'], summary).toBe('');
  });
});
