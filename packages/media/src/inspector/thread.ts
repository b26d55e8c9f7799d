/** The thread of inspector.ts: one file at a time comes in, and goes back with what was found. A defect ends it. */
import { parentPort } from 'node:worker_threads';
import { inspectFile, inspectUpload } from '../inspect/inspect.ts';
import type { Reply, Task } from './inspector.ts';

parentPort?.on('message', (task: Task) => void reply(task));

async function reply({ path, memory, at, sizeBytes, declared }: Task): Promise<void> {
  const found =
    path === undefined
      ? await inspectUpload(Buffer.from(memory, at, sizeBytes), declared)
      : inspectFile(path, declared);
  parentPort?.postMessage({ memory, found } satisfies Reply, [memory]);
}
