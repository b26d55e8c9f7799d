/** The thread of inspector.ts: it receives one file at a time, and returns the file with the result. A defect ends it. */
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
