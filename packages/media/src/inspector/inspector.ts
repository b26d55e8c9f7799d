/**
 * Inspects uploads on a separate thread, one at a time: organizations take turns, then their projects. A file that
 * takes half a second delays no other request, and at most one file of each other organization. A failure there ends the thread and that
 * one inspection, never the process.
 */
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { UploadMimeType } from '@farebox/contract';
import { createSemaphore } from '@farebox/kernel';
import type { Inspection } from '../inspect/inspection.ts';

export interface Inspector {
  /** Transfers the bytes to the thread and returns them. Rejects only for a defect of ours. */
  inspect(file: InspectedFile): Promise<Inspected>;
  /** Inspects a file of any size on disk, which is never held whole. Rejects only for a defect of ours. */
  inspectFile(file: FileOnDisk): Promise<Inspection>;
  /** A running inspection rejects. */
  close(): Promise<void>;
}

export interface InspectedFile {
  /** The caller's buffer is unusable afterwards. */
  readonly bytes: Buffer;
  readonly declared: UploadMimeType;
  /** The names by which inspections take turns: organization, project. */
  readonly tenant: readonly [organizationId: string, projectId: string];
}

export interface FileOnDisk extends Pick<InspectedFile, 'declared' | 'tenant'> {
  readonly path: string;
}

export interface Inspected {
  readonly found: Inspection;
  readonly bytes: Buffer;
}

export interface InspectorOptions {
  readonly program?: URL;
  /** Time limit of one inspection; 12 MiB designed to be slow take half a second. */
  readonly limitMs?: number;
}

/** A message between the threads. `memory` may be larger than the file in it, and is empty for a file on disk. */
export interface Task {
  readonly path?: string;
  readonly memory: ArrayBuffer;
  readonly at: number;
  readonly sizeBytes: number;
  readonly declared: UploadMimeType;
}
export interface Reply {
  readonly memory: ArrayBuffer;
  readonly found: Inspection;
}

interface Job {
  readonly task: Task;
  readonly resolve: (inspected: Inspected) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = new URL('./thread.ts', import.meta.url);
const LIMIT_MS = 30_000;
/** Limits for the thread's own objects; files are not included. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 } as const;

export function createInspector({ program = PROGRAM, limitMs = LIMIT_MS }: InspectorOptions = {}): Inspector {
  const turn = createSemaphore({ slots: 1 });
  let isClosed = false;
  let thread: Worker | undefined;
  let current: { readonly job: Job; readonly limit: NodeJS.Timeout } | undefined;

  /** The thread has no secrets: no settings and no arguments. */
  function started(): Worker {
    const worker = new Worker(program, { env: {}, argv: [], execArgv: [], resourceLimits: RESOURCES });
    worker.on('message', ({ memory, found }: Reply) => {
      const { at, sizeBytes } = current?.job.task ?? { at: 0, sizeBytes: 0 };
      settle((job) => job.resolve({ found, bytes: Buffer.from(memory, at, sizeBytes) }));
    });
    let reason: unknown = 'it ended';
    worker.on('error', (error: unknown) => void (reason = error));
    worker.on('exit', () => {
      if (thread === worker) thread = undefined;
      settle((job) => job.reject(new Error('a file could not be inspected', { cause: reason })));
    });
    return worker;
  }

  function settle(end: (job: Job) => void): void {
    if (current === undefined) return;
    const { job, limit } = current;
    current = undefined;
    clearTimeout(limit);
    end(job);
  }

  const look = (task: Task): Promise<Inspected> =>
    new Promise((resolve, reject) => {
      const worker = (thread ??= started());
      current = { job: { task, resolve, reject }, limit: setTimeout(() => void worker.terminate(), limitMs) };
      worker.postMessage(task, [task.memory]);
    });

  async function asked(tenant: readonly string[], task: Task): Promise<Inspected> {
    const leave = await turn.take({ key: tenant });
    try {
      if (leave === null || isClosed) throw new Error('the inspector is closed');
      return await look(task);
    } finally {
      leave?.();
    }
  }

  return {
    inspect: ({ bytes, declared, tenant }) => {
      const own = isMarkedAsUntransferable(bytes.buffer) ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
      const memory = own.buffer as ArrayBuffer;
      return asked(tenant, { memory, at: own.byteOffset, sizeBytes: own.length, declared });
    },
    inspectFile: async ({ path, declared, tenant }) => {
      const task = { path, memory: new ArrayBuffer(0), at: 0, sizeBytes: 0, declared };
      return (await asked(tenant, task)).found;
    },
    async close() {
      isClosed = true;
      const emptied = turn.shut();
      await thread?.terminate();
      await emptied;
    },
  };
}
