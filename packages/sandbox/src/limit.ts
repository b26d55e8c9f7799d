/** What a process in a sandbox may take, and how it is watched: whichever comes first, the caller's wish or a limit. */
import type { Isolation } from './isolation/isolation.ts';
import { holds } from './room-usage.ts';
import { usageOf } from './usage.ts';

export interface Limits {
  /** Resident memory, of the process and all that it started. Watched every 100 ms, on Linux. */
  readonly memoryBytesMax: number;
  /** Wall time of one task. */
  readonly taskMs: number;
  /** Files and folders in its room, with what came in, and all their bytes. Watched every 100 ms, and when a program has ended. */
  readonly roomFilesMax?: number;
  readonly roomBytesMax?: number;
}

/** More than any tool reads and makes. */
const ROOM_FILES_MAX = 1000;
const ROOM_BYTES_MAX = 4 * 1024 ** 3;

/** Where a process runs, and for whom: two projects never share one. */
export interface Place {
  readonly isolation: Isolation;
  readonly slot: number;
  readonly owner: string;
}

export type LimitName = 'memory' | 'time' | 'size';

/** The task used more than it may. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly limit: LimitName;
  constructor(limit: LimitName) {
    super(`the ${limit} limit of a child process was exceeded`);
    this.limit = limit;
  }
}

export interface Meter {
  /** @param seconds since the process began. */
  readonly see: (seconds: number) => void;
  /** Processor time since it was asked last; what a process did in its last moment before it was killed is not seen. */
  readonly take: () => number;
  readonly seen: () => number;
}

/** A look at a process that is ending may see less than one before it. */
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

/** A signal that aborts with the caller's reason or with LimitExceeded, whichever comes first. */
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
