/**
 * The operations of this worker app, by the names that plans use. ffmpeg does each of them in a sandbox, and every
 * result is measured before it is used.
 */
import { createProgramSandbox, type Ffmpeg, type Isolation } from '@farebox/sandbox';
import { implement, type LocalOperation } from '@farebox/worker';
import { avOperations } from './operations/index.ts';
import type { Studio } from './studio.ts';
import { VIDEO_LIMITS, type VideoLimits } from './video/limits.ts';

export interface AvOperationOptions {
  readonly ffmpeg: Ffmpeg;
  /** The isolation in which ffmpeg runs. */
  readonly isolation: Isolation;
  /** Most runs at the same time; each uses one core. */
  readonly concurrency: number;
  /** Longest duration of a source. */
  readonly secondsMax: number;
  /** Limits for a source with video; default: those on which prices are based. */
  readonly video?: VideoLimits;
  /** Most bytes of a result. */
  readonly outputBytesMax: number;
  /** Resident memory of one run. */
  readonly memoryBytesMax?: number;
  /** Wall time of one run, and of one operation. Below the maxRuntimeSeconds of the tools. */
  readonly taskMs?: number;
}

export interface AvOperations {
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Ends every ffmpeg; running operations reject. */
  readonly close: () => Promise<void>;
}

/** The memory for decoding and encoding frames of the largest size, plus a third. */
const MEMORY_BYTES_MAX = 1024 ** 3;
/** Libraries map more memory than they use. */
const MAPPED_BYTES_MAX = 4 * 1024 ** 3;
const TASK_MS = 580_000;
const OPEN_FILES = 64;
/** Long media work gets less CPU than image work, which takes moments, and than the processes that keep leases and books. */
const NICENESS = 10;
/** Other apps on this machine use the users from slot 0 and from slot 500. */
const FIRST_SLOT = 300;

export function createAvOperations(options: AvOperationOptions): AvOperations {
  const { ffmpeg, isolation, concurrency, secondsMax, outputBytesMax } = options;
  const { memoryBytesMax = MEMORY_BYTES_MAX, taskMs = TASK_MS, video = VIDEO_LIMITS } = options;
  const sandbox = createProgramSandbox({
    isolation,
    size: concurrency,
    firstSlot: FIRST_SLOT,
    limits: {
      memoryBytesMax,
      taskMs,
      memoryBytes: MAPPED_BYTES_MAX,
      cpuSeconds: Math.ceil(taskMs / 1000),
      fileBytes: outputBytesMax,
      openFiles: OPEN_FILES,
      niceness: NICENESS,
    },
    environment: { TZ: 'UTC', LC_ALL: 'C' },
    readable: [ffmpeg.path],
  });
  const studio: Studio = { sandbox, ffmpeg, secondsMax, video, msMax: taskMs };
  return {
    operations: implement('av', avOperations(studio)),
    close: sandbox.close,
  };
}
