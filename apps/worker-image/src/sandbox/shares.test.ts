/** How much of the sandbox the work of one owner may take, and how that is measured. */
import { readFile } from 'node:fs/promises';
import { findIsolation, LimitExceeded } from '@farebox/sandbox';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { childPids, innermost } from '../testing/processes.ts';
import { openTasks, type Tasks } from '../testing/tasks.ts';
import { type ImageSandbox, type ImageSandboxOptions, openImageSandbox } from './program.ts';
import type { Task } from './protocol.ts';

const signal = new AbortController().signal;
const isolation = findIsolation();
let tasks: Tasks;
let sandbox: ImageSandbox;

beforeAll(async () => {
  tasks = await openTasks();
  return () => tasks[Symbol.asyncDispose]();
});
afterEach(() => sandbox.close());

const open = (options: Partial<ImageSandboxOptions>): ImageSandbox =>
  (sandbox = openImageSandbox({
    size: 1,
    memoryBytesMax: 2 ** 31,
    taskMs: 60_000,
    tasksPerChild: 100,
    isolation,
    ...options,
  }));

it('starts a task of another owner while four heavy tasks of one owner are running', async () => {
  const { run, close } = open({ size: 2 });
  const { quick, slow } = tasks;
  let ended = 0;
  const heavy = [slow, slow, slow, slow].map((task) => run(task, { owner: 'heavy', signal }).finally(() => ended++));
  const settled = Promise.allSettled(heavy);
  expect(await run(quick, { owner: 'other', signal })).toMatchObject({ kind: 'done' });
  expect(ended).toBe(0);
  await close();
  await settled;
});

it('starts a task of another organization while two projects of one would take every child', async () => {
  const { run, close } = open({ size: 2 });
  const { quick, slow } = tasks;
  let ended = 0;
  const heavy = ['one', 'two'].map((owner) =>
    run(slow, { owner, organizationId: 'heavy', signal }).finally(() => ended++),
  );
  const settled = Promise.allSettled(heavy);
  expect(await run(quick, { owner: 'other', organizationId: 'other', signal })).toMatchObject({ kind: 'done' });
  expect(ended).toBe(0);
  await close();
  await settled;
});

it('a new child replaces an idle one of its own organization, and leaves the children of others', async () => {
  const { run } = open({ size: 2 });
  const before = await childPids();
  const visit = (owner: string, organizationId: string) => run(tasks.quick, { owner, organizationId, signal });
  await visit('victim', 'victim');
  const [child] = (await childPids()).filter((pid) => !before.includes(pid));
  expect(child).toBeGreaterThan(0);
  for (const owner of ['one', 'two', 'three']) await visit(owner, 'many');
  expect(await childPids()).toContain(child);
});

it.skipIf(process.platform !== 'linux')(
  'reports the CPU time of a child, without the time in which it was stopped',
  async () => {
    const { run } = open({ taskMs: 4000 });
    const used: number[] = [];
    const measured = (task: Task) => run(task, { owner: 'one', signal, usedCpu: (seconds) => void used.push(seconds) });
    const before = await childPids();
    await measured(tasks.quick);
    const [child = 0] = (await childPids()).filter((pid) => !before.includes(pid));
    const running = measured(tasks.slow);
    running.catch(() => {});
    const pid = await innermost(child);
    process.kill(pid, 'SIGSTOP');
    const stat = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    await expect.poll(stat, { timeout: 30_000 }).toSatisfy(([state]) => state === 'T');
    const ticks = (await stat()).slice(11, 13).reduce((sum, each) => sum + Number(each), 0);
    await expect(running).rejects.toThrow(LimitExceeded);
    const [first = 0, second = -1, ...more] = used;
    expect(more).toEqual([]);
    expect(first).toBeGreaterThan(0);
    // The processes around the decoder took some of the time too, before the first task.
    expect(second).toBeGreaterThanOrEqual(0);
    expect(second).toBeLessThanOrEqual(ticks / 100);
  },
);
