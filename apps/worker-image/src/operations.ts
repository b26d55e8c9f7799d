/** The operations of this worker app: image work in child processes, checked before it is believed; rehearsals at once. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, operationsOf, startedMegapixels } from '@farebox/catalog';
import type { JsonValue } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import { inspect } from '@farebox/media';
import { ChildCrashed, type Isolation, type Run } from '@farebox/sandbox';
import {
  implement,
  type Implementation,
  type InputFile,
  type LocalOperation,
  OperationFailure,
  type OperationOutput,
  withinLimits,
} from '@farebox/worker';
import type { ChildOperationName, Limits } from './operations/operation.ts';
import { rehearse } from './rehearse.ts';
import { type ImageSandbox, openImageSandbox } from './sandbox/program.ts';
import { type Reply, RESULT_CHARACTERS_MAX, type Task, type TaskOutput } from './sandbox/protocol.ts';

export interface ImageOperationOptions {
  /** Child processes at once; one core each. */
  readonly concurrency: number;
  /** Resident memory of one child. image-optimize to AVIF of 40 megapixels with transparency takes 2.2 GB. */
  readonly memoryBytesMax?: number;
  /** Of a source and of a result; without, what prices rest on. */
  readonly pixelsMax?: number;
  /** What stands around the children. */
  readonly isolation: Isolation;
}

export interface ImageOperations {
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Ends all child processes; operations under way reject. */
  readonly close: () => Promise<void>;
}

const MEMORY_BYTES_MAX = 3 * 1024 ** 3;
const TASK_MS = 170_000;
/** Of operations that search: image-optimize encodes forty megapixels of noise up to seven times. */
const LONGER_MS: Readonly<Partial<Record<string, number>>> = { optimize: 580_000 } satisfies {
  readonly [N in ChildOperationName]?: number;
};

/** Wall time of one run of an operation: below the maxRuntimeSeconds of its tool. */
const taskMsOf = (operation: string): number => LONGER_MS[operation] ?? TASK_MS;
const TASKS_PER_CHILD = 100;

export function createImageOperations(options: ImageOperationOptions): ImageOperations {
  const { concurrency, isolation, memoryBytesMax = MEMORY_BYTES_MAX, pixelsMax = IMAGE_PIXELS_MAX } = options;
  const tasksPerChild = TASKS_PER_CHILD;
  const sandbox = openImageSandbox({ size: concurrency, isolation, memoryBytesMax, taskMs: TASK_MS, tasksPerChild });
  return {
    operations: implement('image', {
      ...allSandboxed(sandbox, { pixelsMax, sideMax: IMAGE_SIDE_MAX }),
      rehearse,
    }),
    close: () => sandbox.close(),
  };
}

/** Every operation of the engine by its name. One that is done here stands behind. */
const allSandboxed = (
  sandbox: ImageSandbox,
  limits: Limits,
): { readonly [N in ChildOperationName]: Implementation<N> } =>
  Object.fromEntries(operationsOf('image').map((name) => [name, sandboxed(sandbox, name, limits)])) as never;

function sandboxed(sandbox: ImageSandbox, operation: string, limits: Limits): LocalOperation {
  return async ({ parameters, inputs, directory, signal, projectId, usedCpu, onProgress: tell }) => {
    for (const input of Object.values(inputs)) await checkWork(input);
    const task = { operation, parameters, inputs, directory, limits };
    const onProgress = reached(tell);
    const run: Run = { owner: projectId, signal, usedCpu, onProgress, taskMs: taskMsOf(operation) };
    const reply = await withinLimits(twice(sandbox, task, run));
    switch (reply.kind) {
      case 'refused':
        throw new OperationFailure(reply.reason);
      case 'defect':
        throw new Error(`${operation}: ${reply.message}`);
      case 'done':
        return checkedOutput(reply.output, directory);
    }
  };
}

/** Where an operation never says how far it is, nobody is told that it is at 0. What a second child begins anew is not told back. */
function reached(tell: (read: () => number) => void): (share: number) => void {
  let most: number | null = null;
  return (share) => {
    if (most === null) tell(() => most ?? 0);
    most = Math.max(most ?? 0, share);
  };
}

/** A JPEG may ask for any number of passes over its pixels; a file that was stored before uploads were held to that is held to it here. */
async function checkWork({ mimeType, path }: InputFile): Promise<void> {
  if (mimeType === 'image/jpeg' && !inspect(await readFile(path), mimeType).ok) {
    throw new OperationFailure('source_not_readable');
  }
}

/**
 * What crashes a child may be the child: the input gets a second one, which has done nothing before. What crashes that too is at
 * fault itself, so that it never takes a third, nor an attempt of its execution.
 */
async function twice(sandbox: ImageSandbox, task: Task, run: Run): Promise<Reply> {
  try {
    return await sandbox.run(task, run);
  } catch (error) {
    if (!(error instanceof ChildCrashed)) throw error;
  }
  try {
    return await sandbox.run(task, { ...run, fresh: true });
  } catch (error) {
    if (!(error instanceof ChildCrashed)) throw error;
    throw new OperationFailure(error.wasKilled ? 'memory_limit_exceeded' : 'source_not_readable', { cause: error });
  }
}

async function checkedOutput({ artifacts, result, pixels }: TaskOutput, directory: string): Promise<OperationOutput> {
  invariant(JSON.stringify(result ?? null).length <= RESULT_CHARACTERS_MAX, 'a result is small');
  return {
    artifacts: await Promise.all(
      artifacts.map(async ({ file, ...artifact }) => {
        const path = join(directory, file);
        const found = await lstat(path);
        invariant(found.isFile() && found.size > 0, 'an artifact is a plain file with content');
        return { path, ...artifact };
      }),
    ),
    ...(result === undefined ? {} : { result: result as JsonValue }),
    units: startedMegapixels(pixels),
  };
}
