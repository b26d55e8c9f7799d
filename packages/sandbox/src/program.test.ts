/**
 * Foreign programs in the sandbox: their limits, the files that they leave, and the end of all their processes. Each
 * program is a small shell or Node script.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findIsolation, workingIsolations } from './isolation/isolation.ts';
import { LimitExceeded } from './limit.ts';
import { SandboxClosed } from './pool.ts';
import { createProgramSandbox, type ProgramSandbox, type ProgramSandboxOptions, type VisitedRoom } from './program.ts';

const never = new AbortController().signal;
const LIMITS = {
  memoryBytesMax: 512 * 1024 ** 2,
  taskMs: 60_000,
  memoryBytes: 64 * 1024 ** 3,
  cpuSeconds: 60,
  fileBytes: 1_000_000,
  openFiles: 64,
  niceness: 0,
} satisfies ProgramSandboxOptions['limits'];
const isolation = findIsolation();

let sandbox: ProgramSandbox;
/**
 * The weakest isolation has no namespaces, which would end with their first process. So the tests see whether the
 * group is killed.
 */
const weakest = workingIsolations().at(-1)!;

function open(options: Partial<ProgramSandboxOptions['limits']> = {}, around = isolation) {
  sandbox = createProgramSandbox({
    isolation: around,
    size: 2,
    firstSlot: 700,
    limits: { ...LIMITS, ...options },
    environment: { LC_ALL: 'C' },
    readable: [],
  });
  return <T>(work: (room: VisitedRoom) => Promise<T>, signal = never, owner = 'one') =>
    sandbox.visit({ owner, signal, inputs: {} }, work);
}
afterEach(() => sandbox.close());

const shell = (script: string) => ['/bin/sh', '-c', script] as const;

describe.skipIf(process.platform !== 'linux')('a foreign program', () => {
  it('gets only the given environment', async () => {
    vi.stubEnv('FAREBOX_URL_SECRET', 'a secret that hostile bytes must not reach');
    const visit = open();
    const { stdout } = await visit((room) => room.run(['/usr/bin/env']));
    vi.unstubAllEnvs();
    expect(stdout).toContain('LC_ALL=C');
    expect(stdout).not.toContain('FAREBOX');
    expect(stdout).not.toContain('PATH=');
  });

  it('reads its input and writes into its working directory, and its results are moved out', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'farebox-program-test-'));
    writeFileSync(join(directory, 'original'), 'what came in');
    open();
    const inputs = { source: { path: join(directory, 'original') } };
    const seen = await sandbox.visit({ owner: 'one', signal: never, inputs }, async (room) => {
      const from = room.inputs['source']!.path;
      expect(from).not.toBe(inputs.source.path);
      expect(await room.run(shell(`cat '${from}' > '${room.out}/made'`))).toMatchObject({ code: 0 });
      await room.deliver(directory, ['made']);
      return room.out;
    });
    expect(readFileSync(join(directory, 'made'), 'utf8')).toBe('what came in');
    expect(() => readdirSync(seen)).toThrow('ENOENT');
    rmSync(directory, { recursive: true });
  });

  it('reports its exit code and the end of its standard error', async () => {
    const visit = open();
    expect(await visit((room) => room.run(shell('echo out; echo broken >&2; exit 3')))).toEqual({
      code: 3,
      stdout: 'out\n',
      stderr: 'broken',
    });
  });

  it.for([
    ['time', { taskMs: 500 }, 'sleep 60'],
    ['time', { cpuSeconds: 1 }, 'while :; do :; done'],
    ['size', { fileBytes: 10_000 }, `exec head -c 20000 /dev/zero > "$0/made"`],
    ['memory', { memoryBytesMax: 40_000_000 }, 'exec tail -c 200000000 /dev/zero'],
  ] as const)('is ended if it uses too much %s', async ([limit, limits, script]) => {
    const visit = open(limits);
    const running = visit((room) => room.run(['/bin/sh', '-c', script, room.out]));
    await expect(running).rejects.toMatchObject({ name: 'LimitExceeded', limit });
  });

  it('is ended if all its runs together take too long, even if each run is short', async () => {
    open();
    let runs = 0;
    const visit = { owner: 'one', signal: never, inputs: {}, msMax: 1000 };
    const running = sandbox.visit(visit, async (room) => {
      for (; runs < 100; runs++) await room.run(shell('sleep 0.2'));
    });
    await expect(running).rejects.toMatchObject({ name: 'LimitExceeded', limit: 'time' });
    expect(runs).toBeLessThan(100);
    await expect(
      sandbox.visit({ ...visit, msMax: 60_000 }, (room) => room.run(shell('exit 0'))),
    ).resolves.toMatchObject({
      code: 0,
    });
  });

  const FILL = `i=0; while [ $i -lt 60 ]; do : > "$0/$i"; i=$((i + 1)); done`;
  const NEST = `d="$0"; i=0; while [ $i -lt 60 ]; do d="$d/n"; mkdir "$d"; i=$((i + 1)); done`;
  it.for([
    ['many files, and keeps running', { roomFilesMax: 50 }, `${FILL}; sleep 60`],
    ['many files, and exits', { roomFilesMax: 50 }, FILL],
    ['nested folders', { roomFilesMax: 50 }, NEST],
    ['many small files', { roomBytesMax: 200 }, FILL.replace(': >', 'echo made >')],
  ] as const)('is ended if it fills its working directory with %s', async ([, limits, script]) => {
    const visit = open({ taskMs: 40_000, ...limits });
    const running = visit((room) => room.run(['/bin/sh', '-c', script, room.out]));
    await expect(running).rejects.toMatchObject({ name: 'LimitExceeded', limit: 'size' });
  });

  it('runs with a lower scheduling priority', async () => {
    const { stdout } = await open({ niceness: 7 })((room) => room.run(shell('nice')));
    expect(Number(stdout)).toBe(Math.min(19, getPriority() + 7));
  });

  it('may fill its working directory up to the limit', async () => {
    const visit = open({ roomFilesMax: 61, roomBytesMax: 300 });
    const running = visit((room) => room.run(['/bin/sh', '-c', FILL.replace(': >', 'echo made >'), room.out]));
    await expect(running).resolves.toMatchObject({ code: 0 });
  });

  it('cannot map more memory or open more files than its limits allow', async () => {
    const visit = open({ memoryBytes: 300_000_000, openFiles: 20 });
    const limits = await visit((room) => room.run(shell('ulimit -v; ulimit -n; ulimit -c')));
    expect(limits.stdout.split('\n').slice(0, 3)).toEqual([String(Math.floor(300_000_000 / 1024)), '20', '0']);
  });

  it('has ended, with all processes that it started, when an aborted run rejects', async () => {
    const visit = open({}, weakest);
    const abort = new AbortController();
    // A duration that no other process has on its command line. The background process is in the program's group.
    const mark = `61.${process.pid}`;
    const running = visit(
      (room) =>
        room.run(shell(`sleep ${mark} & echo begun; sleep ${mark}`), {
          onText: () => abort.abort(new Error('cancelled')),
        }),
      abort.signal,
    );
    running.catch(() => {}); // awaited at the end of the test
    await once(abort.signal, 'abort');
    await expect.poll(() => alive(mark), { timeout: 30_000 }).toEqual([]);
    await expect(running).rejects.toThrow('cancelled');
  });

  it('leaves no running processes after a normal exit', async () => {
    const visit = open({}, weakest);
    const mark = `62.${process.pid}`;
    expect(await visit((room) => room.run(shell(`sleep ${mark} > /dev/null 2>&1 & exit 0`)))).toMatchObject({
      code: 0,
    });
    await expect.poll(() => alive(mark), { timeout: 30_000 }).toEqual([]);
  });

  it('leaves no files for the next visit', async () => {
    const visit = open();
    await visit((room) => room.run(shell(`echo secret > '${room.out}/kept'; echo secret > /tmp/kept-${process.pid}`)));
    const look = `ls '${tmpdir()}' /tmp; cat /tmp/kept-${process.pid}`;
    const { stdout } = await visit((room) => room.run(shell(`${look}; ls -A '${room.out}'`)), never, 'two');
    rmSync(`/tmp/kept-${process.pid}`, { force: true });
    // Where other files are not closed, a file outside of the working directory is as readable as any file of that user.
    expect(isolation.closed.files && stdout.includes('secret')).toBe(false);
  });

  it('is killed when its sandbox closes, and no other program starts afterwards', async () => {
    const visit = open();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const running = visit((room) => room.run(shell('echo begun; sleep 60'), { onText: () => resolve() }));
    running.catch(() => {});
    await begun;
    await sandbox.close();
    await expect(running).rejects.toThrow(SandboxClosed);
    await expect(visit((room) => room.run(shell('exit 0')))).rejects.toThrow(SandboxClosed);
  });

  it('fails without LimitExceeded if it could not be started', async () => {
    sandbox = createProgramSandbox({
      isolation: { ...isolation, around: () => ['/nonexistent/program'] },
      size: 1,
      firstSlot: 700,
      limits: LIMITS,
      environment: {},
      readable: [],
    });
    const running = sandbox.visit({ owner: 'one', signal: never, inputs: {} }, (room) => room.run(shell('exit 0')));
    await expect(running).rejects.toSatisfy((error) => !(error instanceof LimitExceeded));
  });
});

/** Ids of processes with this word on their command line, from /proc. */
function alive(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).split('\0').includes(word));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
