/**
 * Bounds what uploads hold in memory, by what came and not by what was announced: a connection that sends nothing holds
 * nothing. A project reads a few at once and its others wait for those, so that one that fills its places with slow
 * connections stands only in its own way. The projects of one organization together have fewer places than fill the memory, or
 * a few projects of one customer could hold all of it with connections that have sent almost everything.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';
import { unavailable } from '../endpoint/failure.ts';

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

interface Holder {
  /** In the order of coming. */
  readonly rank: number;
  bytes: number;
  readonly leaves: Leave[];
  /** While it waits for room. */
  giveWay: (() => void) | null;
}

const STEP_BYTES = 256 * 1024;

export function createUploadBudget(options: UploadBudgetOptions): UploadBudget {
  const { perProjectMax, perOrganizationMax, waitingPerProjectMax, waitMs: timeoutMs } = options;
  const room = createRoom(options);
  const projects = createSemaphore({
    places: Infinity,
    placesPerKey: perProjectMax,
    waitingPerKey: waitingPerProjectMax,
  });
  // As many wait as its projects let through.
  const organizations = createSemaphore({ places: Infinity, placesPerKey: perOrganizationMax });

  async function takePlaces({ projectId, organizationId }: Uploader): Promise<Leave> {
    const leaveProject = await projects.take({ key: projectId, timeoutMs });
    const leaveOrganization = leaveProject && (await organizations.take({ key: organizationId, timeoutMs }));
    if (leaveOrganization !== null) return () => (leaveOrganization(), leaveProject?.());
    leaveProject?.();
    throw unavailable('service_unavailable');
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

/** The bytes of all uploads. The upload that came first is served first, or many would each hold a part and none get its last. */
function createRoom({ bytesMax, waitMs, stepBytes = STEP_BYTES }: UploadBudgetOptions) {
  const room = createSemaphore({ places: bytesMax });
  const holders = new Set<Holder>();
  let entered = 0;

  /** If all wait for all, nobody would ever leave: the youngest gives way. */
  function resolveDeadlock(): void {
    const holding = [...holders].filter(({ bytes }) => bytes > 0);
    if (holding.every(({ giveWay }) => giveWay !== null)) holding.at(-1)?.giveWay?.();
  }

  function hold(holder: Holder, bytes: number, leave: Leave): void {
    holder.bytes += bytes;
    holder.leaves.push(leave);
  }

  async function wait(holder: Holder, more: number): Promise<void> {
    const waiting = new AbortController();
    holder.giveWay = () => waiting.abort();
    setImmediate(resolveDeadlock); // by then everybody who was served knows it
    const { rank } = holder;
    const request = { key: String(rank), weight: more, rank, timeoutMs: waitMs, signal: waiting.signal };
    const leave = await room.take(request);
    holder.giveWay = null;
    if (leave === null) throw unavailable('service_unavailable');
    hold(holder, more, leave);
  }

  return {
    enter(): Holder {
      const holder = { rank: ++entered, bytes: 0, leaves: [], giveWay: null };
      holders.add(holder);
      return holder;
    },
    reserve(holder: Holder, bytes: number): Promise<void> | void {
      const more = Math.min(Math.ceil(bytes / stepBytes) * stepBytes, bytesMax) - holder.bytes;
      if (more <= 0) return;
      const leave = room.tryTake({ key: String(holder.rank), weight: more });
      if (leave === null) return wait(holder, more);
      hold(holder, more, leave);
    },
    leave(holder: Holder): void {
      holders.delete(holder);
      for (const leave of holder.leaves) leave();
      setImmediate(resolveDeadlock);
    },
  };
}
