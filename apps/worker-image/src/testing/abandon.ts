/** A worker that is about to be killed: starts the task of its argument in a sandbox and prints the pid of the child. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { createSandbox } from '../sandbox/pool.ts';
import type { Task } from '../sandbox/protocol.ts';

const CHILD_IS_BUSY_MS = 500;

const sandbox = createSandbox({ size: 1, memoryBytesMax: 2 ** 31, taskMs: 60_000, tasksPerChild: 1 });
const task = JSON.parse(process.argv[2] ?? '') as Task;
sandbox.run(task, new AbortController().signal).catch(() => {});
await setTimeout(CHILD_IS_BUSY_MS); // so that the kill falls into the encoding, not into the start
console.log((await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).trim());
