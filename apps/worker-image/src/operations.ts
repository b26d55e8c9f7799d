/**
 * The operations of this worker app. Image work runs in child processes, whose replies are checked; rehearsals run in
 * the worker.
 */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, operationsOf, startedMegapixels } from '@farebox/catalog';
import type { JsonValue } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import { inspect, isAnimatedPng } from '@farebox/media';
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
  /** Most child processes at the same time; each uses one core. */
  readonly concurrency: number;
  /** Resident memory of one child. image-optimize to AVIF of 40 megapixels with transparency takes 2.2 GB. */
  readonly memoryBytesMax?: number;
  /** The most pixels of a source and of a result; default: the limit on which prices are based. */
  readonly pixelsMax?: number;
  /** The isolation of the child processes. */
  readonly isolation: Isolation;
}

export interface ImageOperations {
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Ends all child processes; running operations reject. */
  readonly close: () => Promise<void>;
}

const MEMORY_BYTES_MAX = 3 * 1024 ** 3;
const TASK_MS = 170_000;
/** For operations that search: image-optimize encodes 40 megapixels of noise up to seven times. */
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

/** Every operation of the engine by its name. The operations of the worker itself override them. */
const allSandboxed = (
  sandbox: ImageSandbox,
  limits: Limits,
): { readonly [N in ChildOperationName]: Implementation<N> } =>
  Object.fromEntries(operationsOf('image').map((name) => [name, sandboxed(sandbox, name, limits)])) as never;

function sandboxed(sandbox: ImageSandbox, operation: string, limits: Limits): LocalOperation {
  return async ({
    parameters,
    inputs,
    directory,
    signal,
    projectId: owner,
    organizationId,
    usedCpu,
    onProgress: tell,
  }) => {
    for (const input of Object.values(inputs)) await checkWork(input);
    const task = { operation, parameters, inputs, directory, limits };
    const onProgress = reached(tell);
    const run: Run = { owner, organizationId, signal, usedCpu, onProgress, taskMs: taskMsOf(operation) };
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

/**
 * If an operation never reports progress, no progress is shown. A second child that begins again never moves the
 * progress back.
 */
function reached(tell: (read: () => number) => void): (share: number) => void {
  let most: number | null = null;
  return (share) => {
    if (most === null) tell(() => most ?? 0);
    most = Math.max(most ?? 0, share);
  };
}

/**
 * A JPEG may demand any number of passes over its pixels, and an animated PNG would become its first picture. Uploads
 * are refused for either; this applies the same rules to files that were stored before.
 */
async function checkWork({ mimeType, path }: InputFile): Promise<void> {
  if (mimeType === 'image/jpeg' && !inspect(await readFile(path), mimeType).ok) {
    throw new OperationFailure('source_not_readable');
  }
  if (mimeType === 'image/png' && isAnimatedPng(await readFile(path))) {
    throw new OperationFailure('source_not_supported');
  }
}

/**
 * A crash may be the fault of the child, so the input gets a second, fresh child. If that one crashes too, the input
 * is at fault: it gets no third child and costs no attempt of its execution.
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
