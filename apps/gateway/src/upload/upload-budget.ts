/**
 * Bounds what uploads hold in memory, by what came and not by what was announced: a connection that sends nothing holds
 * nothing. A project reads a few at once and its others wait for those, so that one that fills its places with slow
 * connections stands only in its own way. The projects of one organization together have fewer places than fill the memory, or
 * a few projects of one customer could hold all of it with connections that have sent almost everything.
 */
import { unavailable } from '../call/failure.ts';
import { createLanes } from './lanes.ts';

export interface UploadBudget {
  /** Resolves when one more upload of the project may be read. Throws `service_unavailable`. */
  readonly enter: (uploader: Uploader) => Promise<UploadPlace>;
}

export interface Uploader {
  readonly projectId: string;
  readonly organizationId: string;
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
  /** Of all projects of an organization. */
  readonly perOrganizationMax: number;
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
  const { perProjectMax, perOrganizationMax, waitingPerProjectMax, waitMs } = options;
  const room = createRoom(options);
  const projects = createLanes(perProjectMax, { waitMs, waitingMax: waitingPerProjectMax });
  const organizations = createLanes(perOrganizationMax, { waitMs, waitingMax: Infinity }); // as many as its projects let through

  /** What gives both places back. */
  async function takePlaces({ projectId, organizationId }: Uploader): Promise<() => void> {
    const leaveProject = await projects.take(projectId);
    try {
      const leaveOrganization = await organizations.take(organizationId);
      return () => {
        leaveOrganization();
        leaveProject();
      };
    } catch (error) {
      leaveProject();
      throw error;
    }
  }

  return {
    enter: async (uploader) => {
      const leavePlaces = await takePlaces(uploader);
      const holder = room.enter();
      return {
        reserve: (bytes) => room.reserve(holder, bytes),
        leave: () => {
          room.leave(holder);
          leavePlaces();
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
