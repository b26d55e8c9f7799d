/** The sandbox against children that crash, bloat, hang or are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratch, sourceFile, waves } from '../testing/samples.ts';
import { ChildCrashed, LimitExceeded } from './child.ts';
import { type Sandbox, type SandboxOptions, createSandbox } from './pool.ts';
import type { Task } from './protocol.ts';

const never = new AbortController().signal;
let directory: Awaited<ReturnType<typeof scratch>>;
let quick: Task;
/** Takes many seconds. */
let slow: Task;
let sandbox: Sandbox | undefined;

beforeAll(async () => {
  directory = await scratch();
  const small = join(directory.path, 'small.png');
  await waves(64, 64).png().toFile(small);
  const large = join(directory.path, 'large.jpg');
  await waves(5000, 4000).jpeg().toFile(large);
  const shared = { directory: directory.path, limits: { pixelsMax: 40_000_000, sideMax: 16_383 } };
  quick = {
    ...shared,
    operation: 'analyze',
    parameters: { colors: 3 },
    inputs: { source: await sourceFile(small, 'image/png') },
  };
  slow = {
    ...shared,
    operation: 'convert',
    parameters: { format: 'avif' },
    inputs: { source: await sourceFile(large, 'image/jpeg') },
  };
  return () => directory[Symbol.asyncDispose]();
});

let before: readonly number[];
beforeEach(async () => {
  before = await childPids();
});
afterEach(async () => {
  await sandbox?.close();
  expect(await newPids()).toEqual([]);
});

const open = (options: Partial<SandboxOptions> = {}): Sandbox =>
  (sandbox = createSandbox({ size: 1, memoryBytesMax: 2 ** 31, taskMs: 60_000, tasksPerChild: 100, ...options }));

/** Children of this test process, from outside: /proc, not the pool. */
async function childPids(): Promise<number[]> {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return stats
    .map((stat) => /^(\d+) \(.*\) (\S) (\d+)/s.exec(stat))
    .filter((match) => match !== null && Number(match[3]) === process.pid && match[2] !== 'Z')
    .map((match) => Number(match?.[1]));
}
const newPids = async () => (await childPids()).filter((pid) => !before.includes(pid));

/** A process that has ended but was not yet collected counts as dead. */
const isAlive = async (pid: number) => /\) [^ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));

async function onlyChild(): Promise<number> {
  const pids = await eventually(newPids, (found) => found.length === 1);
  return pids[0] as number;
}
async function eventually<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  return expect.poll(read, { timeout: 5000 }).toSatisfy(good).then(read);
}

const ABANDON = new URL('../testing/abandon.ts', import.meta.url).pathname;

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  it('keeps a child for the next task', async () => {
    const { run } = open();
    await run(quick, never);
    const first = await onlyChild();
    expect(await run(quick, never)).toMatchObject({ kind: 'done' });
    expect(await onlyChild()).toBe(first);
  });

  it('replaces a child after its number of tasks', async () => {
    const { run } = open({ tasksPerChild: 1 });
    await run(quick, never);
    expect(await newPids()).toEqual([]);
    expect(await run(quick, never)).toMatchObject({ kind: 'done' });
  });

  it.for(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)(
    'survives a child that dies of %s in the middle',
    async (signal) => {
      const { run } = open();
      const running = run(slow, never);
      running.catch(() => {});
      process.kill(await onlyChild(), signal);
      await expect(running).rejects.toThrow(ChildCrashed);
      expect(await run(quick, never)).toMatchObject({ kind: 'done' });
    },
  );

  it('survives a child that dies idle', async () => {
    const { run } = open();
    await run(quick, never);
    process.kill(await onlyChild(), 'SIGKILL');
    await eventually(newPids, (pids) => pids.length === 0);
    expect(await run(quick, never)).toMatchObject({ kind: 'done' });
  });

  it('kills a child that takes too much memory', async () => {
    const { run } = open({ memoryBytesMax: 150 * 1024 ** 2 });
    await expect(run(slow, never)).rejects.toMatchObject({ name: 'LimitExceeded', limit: 'memory' });
    expect(await newPids()).toEqual([]);
  });

  it('kills a child that takes too long', async () => {
    const { run } = open({ taskMs: 700 });
    await expect(run(slow, never)).rejects.toThrow(LimitExceeded);
    expect(await newPids()).toEqual([]);
  });

  it('has killed the child by the time an aborted task rejects', async () => {
    const { run } = open();
    const abort = new AbortController();
    const running = run(slow, abort.signal);
    running.catch(() => {});
    await onlyChild();
    abort.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await newPids()).toEqual([]);
  });

  it('runs no more tasks at once than it may, and all in the end', async () => {
    const { run } = open({ size: 2 });
    const answers = Promise.all([quick, quick, quick, quick, quick].map((task) => run(task, never)));
    await eventually(newPids, (pids) => pids.length > 0);
    expect((await answers).map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect((await newPids()).length).toBeLessThanOrEqual(2);
  });

  it('lets an aborted waiter leave the queue without a place', async () => {
    const { run } = open();
    const hold = new AbortController();
    const first = run(slow, hold.signal);
    const abort = new AbortController();
    const second = run(quick, abort.signal);
    const third = run(quick, never);
    abort.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    hold.abort(new Error('held'));
    await expect(first).rejects.toThrow('held');
    expect(await third).toMatchObject({ kind: 'done' });
  });

  it('ends tasks under way when it closes', async () => {
    const { run, close } = open();
    const running = run(slow, never);
    running.catch(() => {});
    await onlyChild();
    await close();
    await expect(running).rejects.toThrow(ChildCrashed);
  });

  it('gives a child none of the environment', async () => {
    process.env['TOLLGATE_URL_SECRET'] = 'a secret that hostile bytes must not reach';
    const { run } = open();
    await run(quick, never);
    const environment = await readFile(`/proc/${await onlyChild()}/environ`, 'utf8');
    delete process.env['TOLLGATE_URL_SECRET'];
    expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('TOLLGATE_URL_SECRET');
    expect(environment).not.toContain('DATABASE_URL');
  });

  it('leaves no child behind when the worker itself is killed, however busy the child is', async () => {
    const worker = spawn(process.execPath, [ABANDON, JSON.stringify(slow)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(worker.stdout), 'line')) as [string];
    const child = Number(line);
    expect(await isAlive(child)).toBe(true);
    worker.kill('SIGKILL');
    await eventually(
      () => isAlive(child),
      (alive) => !alive,
    );
  });

  it('reports a defect of ours as one, not as a fault of the input', async () => {
    const { run } = open();
    expect(await run({ ...slow, directory: '/dev/null/absent', inputs: quick.inputs }, never)).toMatchObject({
      kind: 'defect',
    });
    expect(await run({ ...quick, operation: 'none' }, never)).toMatchObject({ kind: 'defect' });
  });
});
