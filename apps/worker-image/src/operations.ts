/** The operations of this worker app: image work in child processes, checked before it is believed; rehearsals at once. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, startedMegapixels } from '@tollgate/catalog';
import type { JsonValue } from '@tollgate/catalog';
import { invariant } from '@tollgate/kernel';
import {
  implement,
  type Implementation,
  type LocalOperation,
  OperationFailure,
  type OperationOutput,
} from '@tollgate/worker';
import type { SandboxedOperation } from './operations/index.ts';
import { rehearse } from './operations/rehearse.ts';
import { LimitExceeded } from './sandbox/child.ts';
import { type Sandbox, createSandbox } from './sandbox/pool.ts';
import { type Answer, RESULT_CHARACTERS_MAX, type TaskOutput } from './sandbox/protocol.ts';

export interface ImageOperationOptions {
  /** Child processes at once; one core each. */
  readonly concurrency: number;
  /** Resident memory of one child. AVIF of 40 megapixels takes 1.5 GB. */
  readonly memoryBytesMax?: number;
  /** Wall time of one operation, below the tools' maxRuntimeSeconds. */
  readonly taskMs?: number;
}

export interface ImageOperations {
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Ends all child processes; operations under way reject. */
  readonly close: () => Promise<void>;
}

const MEMORY_BYTES_MAX = 2 * 1024 ** 3;
const TASK_MS = 170_000;
const TASKS_PER_CHILD = 100;

export function createImageOperations(options: ImageOperationOptions): ImageOperations {
  const { concurrency, memoryBytesMax = MEMORY_BYTES_MAX, taskMs = TASK_MS } = options;
  const sandbox = createSandbox({ size: concurrency, memoryBytesMax, taskMs, tasksPerChild: TASKS_PER_CHILD });
  return {
    operations: implement('image', {
      resize: sandboxed(sandbox, 'resize'),
      convert: sandboxed(sandbox, 'convert'),
      analyze: sandboxed(sandbox, 'analyze'),
      rehearse,
    }),
    close: () => sandbox.close(),
  };
}

const limits = { pixelsMax: IMAGE_PIXELS_MAX, sideMax: IMAGE_SIDE_MAX } as const;

function sandboxed<N extends SandboxedOperation>(sandbox: Sandbox, operation: N): Implementation<N> {
  return async ({ parameters, inputs: { source }, directory, signal }) => {
    invariant(source !== undefined, 'an image operation has a source');
    const answer = await withinLimits(
      sandbox.run({ operation, parameters, inputs: { source }, directory, limits }, signal),
    );
    switch (answer.kind) {
      case 'refused':
        throw new OperationFailure(answer.reason);
      case 'defect':
        throw new Error(`${operation}: ${answer.message}`);
      case 'done':
        return checkedOutput(answer.output, directory);
    }
  };
}

/** An input that needs more than any input may will need it again. */
async function withinLimits(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LimitExceeded) throw new OperationFailure(`${error.limit}_limit_exceeded`, { cause: error });
    throw error;
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
