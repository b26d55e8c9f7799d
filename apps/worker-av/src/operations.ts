/** The operations of this worker app, by the names that plans use: each is done by ffmpeg in a sandbox, and measured before it is believed. */
import type { Ffmpeg } from '@farebox/ffmpeg';
import { createProgramSandbox, type Isolation } from '@farebox/sandbox';
import { implement, type LocalOperation } from '@farebox/worker';
import { avOperations } from './operations/index.ts';
import type { Studio } from './studio.ts';
import { VIDEO_LIMITS, type VideoLimits } from './video/limits.ts';

export interface AvOperationOptions {
  readonly ffmpeg: Ffmpeg;
  /** What stands around ffmpeg. */
  readonly isolation: Isolation;
  /** Runs at once; one core each. */
  readonly concurrency: number;
  /** Of a source. */
  readonly secondsMax: number;
  /** Of a source with pictures; without, those that prices rest on. */
  readonly video?: VideoLimits;
  /** Of a result. */
  readonly outputBytesMax: number;
  /** Resident memory of one run. */
  readonly memoryBytesMax?: number;
  /** Wall time of one run, and of an operation; below the tools' maxRuntimeSeconds. */
  readonly taskMs?: number;
}

export interface AvOperations {
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Ends every ffmpeg; operations under way reject. */
  readonly close: () => Promise<void>;
}

/** What decoding and encoding pictures of the largest size takes, and a third more. */
const MEMORY_BYTES_MAX = 1024 ** 3;
/** What its libraries map and never read comes to more than what it uses. */
const MAPPED_BYTES_MAX = 4 * 1024 ** 3;
const TASK_MS = 580_000;
const OPEN_FILES = 64;
/** What takes minutes stands behind pictures, which take moments, and behind whoever keeps leases and books. */
const NICENESS = 10;
/** Users of what other apps run on this machine are counted from 0 and from 500. */
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
