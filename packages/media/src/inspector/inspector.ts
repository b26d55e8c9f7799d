/**
 * Looks at uploads on a thread of its own, one after the other, the projects in turn: a file that takes half a second to look at
 * holds up no request of anybody, and no more than one file of each other project. What goes wrong there ends the thread and that one
 * look, never the process.
 */
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { UploadMimeType } from '@farebox/contract';
import { createSemaphore } from '@farebox/kernel';
import type { Inspection } from '../inspect/inspection.ts';

export interface Inspector {
  /** Takes the bytes away and gives the same ones back. Rejects for a defect of ours alone. */
  inspect(file: InspectedFile): Promise<Inspected>;
  /** A file of any size, on disk, which is never held whole. Rejects for a defect of ours alone. */
  inspectFile(file: FileOnDisk): Promise<Inspection>;
  /** What is under way rejects. */
  close(): Promise<void>;
}

export interface InspectedFile {
  /** The caller's own are unusable afterwards. */
  readonly bytes: Buffer;
  readonly declared: UploadMimeType;
  /** Who takes turns with others. */
  readonly projectId: string;
}

export interface FileOnDisk extends Pick<InspectedFile, 'declared' | 'projectId'> {
  readonly path: string;
}

export interface Inspected {
  readonly found: Inspection;
  readonly bytes: Buffer;
}

export interface InspectorOptions {
  readonly program?: URL;
  /** Of one look; 12 MiB made to be slow take half a second. */
  readonly limitMs?: number;
}

/** Between the threads. `memory` may be larger than the file in it, and is empty where the file is on disk. */
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
/** Of its own objects; files are not among them. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 } as const;

export function createInspector({ program = PROGRAM, limitMs = LIMIT_MS }: InspectorOptions = {}): Inspector {
  const turn = createSemaphore({ places: 1, placesPerKey: 1 });
  let isClosed = false;
  let thread: Worker | undefined;
  let current: { readonly job: Job; readonly limit: NodeJS.Timeout } | undefined;

  /** It knows nothing that is secret: no settings, no arguments. */
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
      settle((job) => job.reject(new Error('a file could not be looked at', { cause: reason })));
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

  async function asked(projectId: string, task: Task): Promise<Inspected> {
    const leave = await turn.take({ key: projectId });
    try {
      if (leave === null || isClosed) throw new Error('the inspector is closed');
      return await look(task);
    } finally {
      leave?.();
    }
  }

  return {
    inspect: ({ bytes, declared, projectId }) => {
      const own = isMarkedAsUntransferable(bytes.buffer) ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
      const memory = own.buffer as ArrayBuffer;
      return asked(projectId, { memory, at: own.byteOffset, sizeBytes: own.length, declared });
    },
    inspectFile: async ({ path, declared, projectId }) => {
      const task = { path, memory: new ArrayBuffer(0), at: 0, sizeBytes: 0, declared };
      return (await asked(projectId, task)).found;
    },
    async close() {
      isClosed = true;
      const emptied = turn.shut();
      await thread?.terminate();
      await emptied;
    },
  };
}
