/**
 * Bounds what uploads hold in memory, by what came and not by what was announced: a connection that sends nothing holds
 * nothing. A project reads a few at once and its others wait for those, so that one that fills its places with slow
 * connections stands only in its own way.
 */
import { type Semaphore, createSemaphore } from '@tollgate/kernel';
import { unavailable } from '../call/failure.ts';

export interface UploadBudget {
  /** Resolves when one more upload of the project may be read. Throws `service_unavailable`. */
  readonly enter: (projectId: string) => Promise<UploadPlace>;
}

export interface UploadPlace {
  /** Resolves when so many bytes, in all, may be held for this upload. Throws `service_unavailable`. */
  readonly reserve: (bytes: number) => Promise<void> | void;
  /** To be called exactly once. */
  readonly leave: () => void;
}

export interface UploadBudgetOptions {
  readonly bytesMax: number;
  /** Uploads of a project that are read at once. */
  readonly perProjectMax: number;
  /** Uploads of a project that wait to be read; more are refused at once. */
  readonly waitingPerProjectMax: number;
  /** For a place, and again whenever there is no room for more bytes. */
  readonly waitMs: number;
  /** Bytes are reserved in steps of so many. */
  readonly stepBytes?: number;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: () => void;
}
interface Holder {
  bytes: number;
  wanted: (Waiting & { readonly bytes: number }) | undefined;
}

const STEP_BYTES = 256 * 1024;

export function createUploadBudget(options: UploadBudgetOptions): UploadBudget {
  const { perProjectMax, waitingPerProjectMax, waitMs } = options;
  const room = createRoom(options);
  const lanes = new Map<string, Semaphore>();

  async function placeIn(projectId: string): Promise<Semaphore> {
    const lane = lanes.get(projectId) ?? createSemaphore(perProjectMax);
    lanes.set(projectId, lane);
    const isFull = lane.isFull() && lane.waiting() >= waitingPerProjectMax;
    if (isFull || !(await lane.take({ timeoutMs: waitMs }))) throw unavailable('service_unavailable');
    return lane;
  }

  return {
    enter: async (projectId) => {
      const lane = await placeIn(projectId);
      const holder = room.enter();
      return {
        reserve: (bytes) => room.reserve(holder, bytes),
        leave: () => {
          room.leave(holder);
          lane.give();
          if (lane.isIdle()) lanes.delete(projectId);
        },
      };
    },
  };
}

/** The bytes of all uploads. Whoever came first is served first, or many would each hold a part and none get its last. */
function createRoom({ bytesMax, waitMs, stepBytes = STEP_BYTES }: UploadBudgetOptions) {
  const holders = new Set<Holder>();
  let usedBytes = 0;

  function grow(holder: Holder, bytes: number): boolean {
    if (usedBytes - holder.bytes + bytes > bytesMax) return false;
    usedBytes += bytes - holder.bytes;
    holder.bytes = bytes;
    return true;
  }

  const oldestWaiting = (): Holder | undefined => [...holders].find(({ wanted }) => wanted !== undefined);

  function admitWaiting(): void {
    for (let next = oldestWaiting(); next?.wanted !== undefined; next = oldestWaiting()) {
      if (!grow(next, next.wanted.bytes)) return;
      next.wanted.admit();
    }
  }

  /** All wait for all: nobody would ever leave, so the youngest gives way. */
  function resolveDeadlock(): void {
    const holding = [...holders].filter(({ bytes }) => bytes > 0);
    if (holding.every(({ wanted }) => wanted !== undefined)) holding.at(-1)?.wanted?.refuse();
  }

  async function wait(holder: Holder, bytes: number): Promise<void> {
    const waited = waitFor(waitMs, (waiting) => {
      holder.wanted = { ...waiting, bytes };
      return () => {
        holder.wanted = undefined;
      };
    });
    resolveDeadlock();
    await waited.finally(admitWaiting);
  }

  return {
    enter(): Holder {
      const holder = { bytes: 0, wanted: undefined };
      holders.add(holder);
      return holder;
    },
    reserve(holder: Holder, bytes: number): Promise<void> | void {
      if (bytes <= holder.bytes) return;
      const stepped = Math.min(Math.ceil(bytes / stepBytes) * stepBytes, bytesMax);
      if (oldestWaiting() === undefined && grow(holder, stepped)) return;
      return wait(holder, stepped);
    },
    leave(holder: Holder): void {
      holders.delete(holder);
      usedBytes -= holder.bytes;
      admitWaiting();
    },
  };
}

/** @param enter puts the waiting one in its place, and returns what takes it out again. */
function waitFor(waitMs: number, enter: (waiting: Waiting) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let leave: () => void = () => {};
    const end = (finish: () => void) => (): void => {
      clearTimeout(timer);
      leave();
      finish();
    };
    const refuse = end(() => reject(unavailable('service_unavailable')));
    const timer = setTimeout(refuse, waitMs);
    leave = enter({ admit: end(resolve), refuse });
  });
}
