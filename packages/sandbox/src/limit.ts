/**
 * The limits of a process in a sandbox, and how they are watched. The process is killed at the caller's abort or at a
 * limit, whichever is first.
 */
import type { Isolation } from './isolation/isolated.ts';
import { holds } from './room-usage.ts';
import { usageOf } from './usage.ts';

export interface Limits {
  /** Resident memory of the process and its descendants. Checked every 100 ms, on Linux only. */
  readonly memoryBytesMax: number;
  /** Wall time of one task. */
  readonly taskMs: number;
  /**
   * Files and folders in its working directory, with the inputs, and their total bytes. Checked every 100 ms, and
   * after a program has ended.
   */
  readonly roomFilesMax?: number;
  readonly roomBytesMax?: number;
}

/** The default limits are above what any tool reads and makes. */
const ROOM_FILES_MAX = 1000;
const ROOM_BYTES_MAX = 4 * 1024 ** 3;

/** The isolation and slot of a process, and the owner of its data. Two projects never share a process. */
export interface Assignment {
  readonly isolation: Isolation;
  readonly slot: number;
  readonly owner: string;
}

export type LimitName = 'memory' | 'time' | 'size';

/** The task exceeded a limit. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly limit: LimitName;
  constructor(limit: LimitName) {
    super(`the ${limit} limit of a child process was exceeded`);
    this.limit = limit;
  }
}

export interface Meter {
  /** @param seconds of processor time since the process began. */
  readonly see: (seconds: number) => void;
  /** Processor time since the last call. Time used in the last moment before a kill is not counted. */
  readonly take: () => number;
  readonly seen: () => number;
}

/** Keeps the highest value, because a measurement of a process that is ending may be lower than an earlier one. */
export function createMeter(): Meter {
  let [seen, taken] = [0, 0];
  return {
    see: (seconds) => void (seen = Math.max(seen, seconds)),
    take() {
      const fresh = seen - taken;
      taken = seen;
      return fresh;
    },
    seen: () => seen,
  };
}

export interface Watched extends Limits {
  readonly pid: number | undefined;
  readonly room: string;
  readonly cpu: Pick<Meter, 'see'>;
}

const WATCH_MS = 100;

/** A signal that aborts with the caller's reason or with LimitExceeded, whichever is first. */
export function watchLimits({ pid, room, cpu, ...limits }: Watched, caller: AbortSignal) {
  const { memoryBytesMax, taskMs, roomFilesMax = ROOM_FILES_MAX, roomBytesMax = ROOM_BYTES_MAX } = limits;
  const bounds = { filesMax: roomFilesMax, bytesMax: roomBytesMax };
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(new LimitExceeded('time')), taskMs);
  const watch = setInterval(() => void look(), WATCH_MS);
  async function look(): Promise<void> {
    if (pid === undefined) return;
    const { residentBytes, cpuSeconds } = usageOf(pid);
    cpu.see(cpuSeconds);
    if (residentBytes > memoryBytesMax) limit.abort(new LimitExceeded('memory'));
    if (!(await holds(room, bounds))) limit.abort(new LimitExceeded('size'));
  }
  return {
    signal: AbortSignal.any([caller, limit.signal]),
    look,
    stop() {
      clearTimeout(late);
      clearInterval(watch);
    },
  };
}
