/**
 * Places for files of runs that arrive, and room in the temporary folder that they wait in. A file takes the room of its
 * announced bytes before the first one comes, so that files which arrive at once never fill the folder. Runs of one tool are
 * of many organizations, and its runner may be slow or hostile: a tool has at most half of the places and of the room.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';

export interface ArrivingFile {
  /** The tool whose runner sends it. */
  readonly runner: string;
  readonly tenant: readonly [organizationId: string, projectId: string];
  readonly bytesMax: number;
}

export interface Arrivals {
  /** Null if there is no place or no room for so long that the runner should come later. */
  readonly take: (file: ArrivingFile) => Promise<Leave | null>;
  readonly roomBytes: number;
}

export interface ArrivalsOptions {
  /** Bytes of the temporary folder that files may take. */
  readonly roomBytes: number;
  readonly waitMs?: number;
}

const PLACES = 8;
const PLACES_PER_RUNNER = 4;
const WAIT_MS = 30_000;
/** The largest file that a manifest can permit. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

export const ROOM_BYTES_MAX = PLACES * FILE_BYTES_MAX;

export function createArrivals({ roomBytes, waitMs: timeoutMs = WAIT_MS }: ArrivalsOptions): Arrivals {
  const ofRunners = createSemaphore({ slots: Infinity, slotsPerKey: PLACES_PER_RUNNER, waitingPerKey: 64 });
  // In a small folder one file of the largest size is more than half.
  const perRunner = Math.max(roomBytes / 2, Math.min(roomBytes, FILE_BYTES_MAX));
  const room = createSemaphore({ slots: roomBytes, slotsPerKey: perRunner });
  const places = createSemaphore({ slots: PLACES, slotsPerKey: [6, 4], waitingPerKey: [64, 32] });
  return {
    roomBytes,
    take: ({ runner, tenant, bytesMax }) =>
      all([
        () => ofRunners.take({ key: runner, timeoutMs }),
        () => room.take({ key: runner, weight: Math.max(bytesMax, 1), timeoutMs }),
        () => places.take({ key: tenant, timeoutMs }),
      ]),
  };
}

/** Takes one after the other; all or none. */
async function all(takes: readonly (() => Promise<Leave | null>)[]): Promise<Leave | null> {
  const held: Leave[] = [];
  for (const take of takes) {
    const leave = await take();
    if (leave === null) {
      for (const release of held) release();
      return null;
    }
    held.push(leave);
  }
  return () => held.forEach((release) => release());
}
