/** Foreign programs in the sandbox: what they may take, what they leave, and that all of them end. Each is a small shell or Node script. */
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
const TIMEOUT = { timeout: 60_000 };

let sandbox: ProgramSandbox;
/** Namespaces end with their first process: here the group is all that ends. */
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
  it('gets the environment that it is given and no other', TIMEOUT, async () => {
    vi.stubEnv('FAREBOX_URL_SECRET', 'a secret that hostile bytes must not reach');
    const visit = open();
    const { stdout } = await visit((room) => room.run(['/usr/bin/env']));
    vi.unstubAllEnvs();
    expect(stdout).toContain('LC_ALL=C');
    expect(stdout).not.toContain('FAREBOX');
    expect(stdout).not.toContain('PATH=');
  });

  it('reads its input, writes into its room, and what it made is moved out', TIMEOUT, async () => {
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

  it('says by its exit code and its last words why it ended', TIMEOUT, async () => {
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
  ] as const)('is ended when it takes too much %s', TIMEOUT, async ([limit, limits, script]) => {
    const visit = open(limits);
    const running = visit((room) => room.run(['/bin/sh', '-c', script, room.out]));
    await expect(running).rejects.toMatchObject({ name: 'LimitExceeded', limit });
  });

  it('is ended when all its runs together take too long, however short each is', TIMEOUT, async () => {
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
    ['many files, and goes on', { roomFilesMax: 50 }, `${FILL}; sleep 60`],
    ['many files, and ends', { roomFilesMax: 50 }, FILL],
    ['folders in folders', { roomFilesMax: 50 }, NEST],
    ['files that are each small enough', { roomBytesMax: 200 }, FILL.replace(': >', 'echo made >')],
  ] as const)('is ended when it fills its room with %s', TIMEOUT, async ([, limits, script]) => {
    const visit = open({ taskMs: 40_000, ...limits });
    const running = visit((room) => room.run(['/bin/sh', '-c', script, room.out]));
    await expect(running).rejects.toMatchObject({ name: 'LimitExceeded', limit: 'size' });
  });

  it('stands behind others for a processor', TIMEOUT, async () => {
    const { stdout } = await open({ niceness: 7 })((room) => room.run(shell('nice')));
    expect(Number(stdout)).toBe(Math.min(19, getPriority() + 7));
  });

  it('may fill its room to the bound', TIMEOUT, async () => {
    const visit = open({ roomFilesMax: 61, roomBytesMax: 300 });
    const running = visit((room) => room.run(['/bin/sh', '-c', FILL.replace(': >', 'echo made >'), room.out]));
    await expect(running).resolves.toMatchObject({ code: 0 });
  });

  it('maps no more memory than it may, and opens no more files', TIMEOUT, async () => {
    const visit = open({ memoryBytes: 300_000_000, openFiles: 20 });
    const limits = await visit((room) => room.run(shell('ulimit -v; ulimit -n; ulimit -c')));
    expect(limits.stdout.split('\n').slice(0, 3)).toEqual([String(Math.floor(300_000_000 / 1024)), '20', '0']);
  });

  it('has ended with all that it started by the time an aborted run rejects', TIMEOUT, async () => {
    const visit = open({}, weakest);
    const abort = new AbortController();
    // A name that no other process has; what it starts in the background is of its group.
    const mark = `61.${process.pid}`;
    const running = visit(
      (room) =>
        room.run(shell(`sleep ${mark} & echo begun; sleep ${mark}`), {
          onText: () => abort.abort(new Error('cancelled')),
        }),
      abort.signal,
    );
    running.catch(() => {}); // it is looked at in the end
    await once(abort.signal, 'abort');
    await expect.poll(() => alive(mark), { timeout: 30_000 }).toEqual([]);
    await expect(running).rejects.toThrow('cancelled');
  });

  it('has ended with what it left behind when it ends by itself', TIMEOUT, async () => {
    const visit = open({}, weakest);
    const mark = `62.${process.pid}`;
    expect(await visit((room) => room.run(shell(`sleep ${mark} > /dev/null 2>&1 & exit 0`)))).toMatchObject({
      code: 0,
    });
    await expect.poll(() => alive(mark), { timeout: 30_000 }).toEqual([]);
  });

  it('leaves nothing to the next visit', TIMEOUT, async () => {
    const visit = open();
    await visit((room) => room.run(shell(`echo secret > '${room.out}/kept'; echo secret > /tmp/kept-${process.pid}`)));
    const look = `ls '${tmpdir()}' /tmp; cat /tmp/kept-${process.pid}`;
    const { stdout } = await visit((room) => room.run(shell(`${look}; ls -A '${room.out}'`)), never, 'two');
    rmSync(`/tmp/kept-${process.pid}`, { force: true });
    // Where files are not closed, what it wrote outside of its room is as readable as any file of that user.
    expect(isolation.closed.files && stdout.includes('secret')).toBe(false);
  });

  it('ends with its sandbox, and none is begun afterwards', TIMEOUT, async () => {
    const visit = open();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const running = visit((room) => room.run(shell('echo begun; sleep 60'), { onText: () => resolve() }));
    running.catch(() => {});
    await begun;
    await sandbox.close();
    await expect(running).rejects.toThrow(SandboxClosed);
    await expect(visit((room) => room.run(shell('exit 0')))).rejects.toThrow(SandboxClosed);
  });

  it('is nobody’s fault when it cannot be started', TIMEOUT, async () => {
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

/** Processes whose command line has this word, from outside: /proc. */
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
