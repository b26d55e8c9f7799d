/** The sandbox with children that crash, use too much memory, hang or are killed. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildCrashed, findIsolation, LimitExceeded, SandboxClosed } from '@farebox/sandbox';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { childPids, innermost, isAlive } from '../testing/processes.ts';
import { openTasks, type Tasks } from '../testing/tasks.ts';
import { type ImageSandbox, type ImageSandboxOptions, openImageSandbox } from './program.ts';
import type { Task } from './protocol.ts';

const never = new AbortController().signal;
let tasks: Tasks;
let quick: Task;
let slow: Task;
let sandbox: ImageSandbox | undefined;

beforeAll(async () => {
  tasks = await openTasks();
  ({ quick, slow } = tasks);
  return () => tasks[Symbol.asyncDispose]();
});

let before: readonly number[];
beforeEach(async () => {
  before = await childPids();
});
afterEach(async () => {
  await sandbox?.close();
  expect(await newPids()).toEqual([]);
});

const isolation = findIsolation();
const limits = { size: 1, memoryBytesMax: 2 ** 31, taskMs: 60_000, tasksPerChild: 100 };

/** All tasks belong to one owner, unless a test says otherwise. */
function open(options: Partial<ImageSandboxOptions> = {}) {
  const opened = (sandbox = openImageSandbox({ ...limits, isolation, ...options }));
  const run = (task: Task, signal: AbortSignal, owner = 'one') => opened.run(task, { owner, signal });
  return {
    run,
    within: (taskMs: number, task: Task) => opened.run(task, { owner: 'one', signal: never, taskMs }),
    fresh: (task: Task) => opened.run(task, { owner: 'one', signal: never, fresh: true }),
    close: opened.close,
  };
}

const newPids = async () => (await childPids()).filter((pid) => !before.includes(pid));

async function onlyChild(): Promise<number> {
  const pids = await eventually(newPids, (found) => found.length === 1);
  return pids[0] as number;
}
const decoder = async (): Promise<number> => innermost(await onlyChild());
async function eventually<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  return expect.poll(read, { timeout: 30_000 }).toSatisfy(good).then(read);
}

const ABANDON = new URL('../testing/abandon.ts', import.meta.url).pathname;

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  it('reuses a child for the next task', async () => {
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
    'survives a child that dies of %s during a task',
    async (signal) => {
      const { run } = open();
      await run(quick, never);
      const running = run(slow, never);
      running.catch(() => {});
      process.kill(await decoder(), signal);
      await expect(running).rejects.toThrow(ChildCrashed);
      expect(await run(quick, never)).toMatchObject({ kind: 'done' });
    },
  );

  it('survives a child that dies while idle', async () => {
    const { run } = open();
    await run(quick, never);
    process.kill(await decoder(), 'SIGKILL');
    await eventually(newPids, (pids) => pids.length === 0);
    expect(await run(quick, never)).toMatchObject({ kind: 'done' });
  });

  it('kills a child that uses too much memory', async () => {
    const { run } = open({ memoryBytesMax: 150 * 1024 ** 2 });
    await expect(run(slow, never)).rejects.toMatchObject({ name: 'LimitExceeded', limit: 'memory' });
    expect(await newPids()).toEqual([]);
  });

  it('kills a child that takes too long', async () => {
    const { run } = open({ taskMs: 700 });
    await expect(run(slow, never)).rejects.toThrow(LimitExceeded);
    expect(await newPids()).toEqual([]);
  });

  it('kills a child that exceeds the time limit of its task', async () => {
    const { within } = open();
    await expect(within(700, slow)).rejects.toThrow(LimitExceeded);
    expect(await newPids()).toEqual([]);
  });

  it('has killed the child before an aborted task rejects', async () => {
    const { run } = open();
    const abort = new AbortController();
    const running = run(slow, abort.signal);
    running.catch(() => {});
    await onlyChild();
    abort.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await newPids()).toEqual([]);
  });

  it('never runs more tasks at once than its size, and runs all of them', async () => {
    const { run } = open({ size: 2 });
    const replies = Promise.all([quick, quick, quick, quick, quick].map((task) => run(task, never)));
    await eventually(newPids, (pids) => pids.length > 0);
    expect((await replies).map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect((await newPids()).length).toBeLessThanOrEqual(2);
  });

  it('removes an aborted task from the queue without giving it a child', async () => {
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

  it('ends running tasks when it closes', async () => {
    const { run, close } = open();
    const running = run(slow, never);
    running.catch(() => {});
    await decoder();
    await close();
    await expect(running).rejects.toThrow(SandboxClosed);
    await expect(run(quick, never)).rejects.toThrow(SandboxClosed);
  });

  it('decodes as another user or in separate namespaces, as its isolation says', async () => {
    const { run } = open();
    await run(quick, never);
    const child = await decoder();
    const networkOf = (pid: number | 'self') => readlink(`/proc/${pid}/ns/net`);
    expect((await networkOf(child)) !== (await networkOf('self'))).toBe(isolation.closed.network);
    const [, uid] = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${child}/status`, 'utf8')) ?? [];
    expect(Number(uid)).toBe(isolation.ownerOf(0) ?? process.getuid!());
  });

  it('gives a child none of the environment of the worker', async () => {
    vi.stubEnv('FAREBOX_URL_SECRET', 'a secret that hostile bytes must not reach');
    const { run } = open();
    await run(quick, never);
    const environment = await readFile(`/proc/${await decoder()}/environ`, 'utf8');
    vi.unstubAllEnvs();
    expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('FAREBOX_URL_SECRET');
    expect(environment).not.toContain('DATABASE_URL');
  });

  it('leaves no child behind if the worker itself is killed, however busy the child is', async () => {
    const worker = startProcess({ command: [process.execPath, ABANDON, JSON.stringify(slow)] });
    const [line] = await worker.said(/.+(?=\n)/);
    const family = line.split(' ').map(Number);
    expect(await Promise.all(family.map(isAlive))).toEqual(family.map(() => true));
    worker.child.kill('SIGKILL');
    await eventually(
      async () => (await Promise.all(family.map(isAlive))).some(Boolean),
      (alive) => !alive,
    );
  });

  it('never gives a child of one owner the bytes of another, and has no more children than its size', async () => {
    const { run } = open();
    await run(quick, never, 'one');
    const first = await onlyChild();
    await run(quick, never, 'two');
    const second = await onlyChild();
    expect(second).not.toBe(first);
    await run(quick, never, 'two');
    expect(await onlyChild()).toBe(second);
  });

  it('gives a task a fresh child on request', async () => {
    const { run, fresh } = open();
    await run(quick, never);
    const first = await onlyChild();
    expect(await fresh(quick)).toMatchObject({ kind: 'done' });
    expect(await onlyChild()).not.toBe(first);
  });

  // The working directory is the only one there only inside namespaces.
  it.skipIf(!isolation.closed.files)('leaves nothing of a task for the next one, or after closing', async () => {
    const { run, close } = open();
    const task = { ...slow, parameters: { format: 'png' }, inputs: quick.inputs };
    expect(await run(task, never)).toMatchObject({ kind: 'done' });
    const inside = `/proc/${await decoder()}/root${tmpdir()}`;
    const [room, ...others] = (await readdir(inside)).filter((name) => name.startsWith('farebox-run-'));
    expect(others).toEqual([]);
    expect(await readdir(join(inside, room!), { recursive: true })).toEqual(['out']);
    await close();
    await expect(readdir(join(tmpdir(), room!))).rejects.toThrow('ENOENT');
  });

  it('does not blame an input if a child cannot start', async () => {
    const broken = { ...isolation, around: () => ['/nonexistent/program'] as const };
    const { run } = open({ isolation: broken });
    await expect(run(quick, never)).rejects.toSatisfy((error) => !(error instanceof ChildCrashed));
  });

  it('reports a defect of ours as a defect, not as a fault of the input', async () => {
    const { run } = open();
    const nowhere = { ...slow, parameters: { format: 'png' }, directory: '/dev/null/absent', inputs: quick.inputs };
    await expect(run(nowhere, never)).rejects.toThrow('ENOTDIR');
    expect(await run({ ...quick, operation: 'none' }, never)).toMatchObject({ kind: 'defect' });
  });
});
