/**
 * A worker that is about to be killed. It starts the task of its argument in a sandbox, and prints the process ids of
 * the child and the processes around it.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { findIsolation } from '@farebox/sandbox';
import { openImageSandbox } from '../sandbox/program.ts';
import type { Task } from '../sandbox/protocol.ts';

const CHILD_IS_BUSY_MS = 2000;

const sandbox = openImageSandbox({
  size: 1,
  memoryBytesMax: 2 ** 31,
  taskMs: 60_000,
  tasksPerChild: 1,
  isolation: findIsolation(),
});
const task = JSON.parse(process.argv[2] ?? '') as Task;
sandbox.run(task, { owner: 'one', signal: new AbortController().signal }).catch(() => {});
await setTimeout(CHILD_IS_BUSY_MS); // so that the kill happens during the encoding, not during the start
console.log((await descendants(process.pid)).join(' '));

async function descendants(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter(Boolean).map(Number);
  return [...pids, ...(await Promise.all(pids.map(descendants))).flat()];
}
