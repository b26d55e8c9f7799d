/**
 * Bounds the memory of uploads by the bytes that arrived, not by the declared length: a connection that sends nothing holds
 * nothing. A project reads a few uploads at once and its others wait, so that slow connections block only their own project.
 * The projects of one organization together have fewer slots than would fill the memory; otherwise a few projects of one
 * customer could hold all of it with almost complete uploads.
 */
import { createSemaphore, type Leave } from '@farebox/kernel';
import { unavailable } from '../endpoint/failure.ts';

export interface UploadBudget {
  /** Resolves when one more upload of the project may be read. Throws `service_unavailable`. */
  readonly enter: (tenant: readonly [organizationId: string, projectId: string]) => Promise<UploadSlot>;
}

export interface UploadSlot {
  /** Resolves when this upload may hold so many bytes in total. Throws `service_unavailable`. */
  readonly reserve: (bytes: number) => Promise<void> | void;
  /** Must be called exactly once. */
  readonly leave: () => void;
}

export interface UploadBudgetOptions {
  readonly bytesMax: number;
  /** Uploads of a project that are read at once. */
  readonly perProjectMax: number;
  /** Uploads of all projects of an organization that are read at once. */
  readonly perOrganizationMax: number;
  /** Uploads of a project that wait; further ones are refused at once. */
  readonly waitingPerProjectMax: number;
  /** Uploads of all projects of an organization that wait; further ones are refused at once. */
  readonly waitingPerOrganizationMax: number;
  /** Time limit for a slot, and again for each reservation of memory. */
  readonly waitMs: number;
  /** Memory is reserved in steps of this size. */
  readonly stepBytes?: number;
}

interface Holder {
  /** Order of arrival. */
  readonly rank: number;
  bytes: number;
  readonly leaves: Leave[];
  /** Set while the upload waits for memory. */
  giveWay: (() => void) | null;
}

const STEP_BYTES = 256 * 1024;

export function createUploadBudget(options: UploadBudgetOptions): UploadBudget {
  const { perProjectMax, perOrganizationMax, waitMs: timeoutMs } = options;
  const room = createRoom(options);
  const slots = createSemaphore({
    slots: Infinity,
    slotsPerKey: [perOrganizationMax, perProjectMax],
    waitingPerKey: [options.waitingPerOrganizationMax, options.waitingPerProjectMax],
  });

  return {
    enter: async (tenant) => {
      const leaveSlots = await slots.take({ key: tenant, timeoutMs });
      if (leaveSlots === null) throw unavailable('service_unavailable');
      const holder = room.enter();
      return {
        reserve: (bytes) => room.reserve(holder, bytes),
        leave: () => {
          room.leave(holder);
          leaveSlots();
        },
      };
    },
  };
}

/**
 * The memory of all uploads. The oldest upload is served first; otherwise many could each hold a part and none could be
 * completed.
 */
function createRoom({ bytesMax, waitMs, stepBytes = STEP_BYTES }: UploadBudgetOptions) {
  const room = createSemaphore({ slots: bytesMax });
  const holders = new Set<Holder>();
  let entered = 0;

  /** If all uploads wait for memory, none would ever end: the youngest is refused. */
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
    setImmediate(resolveDeadlock); // by then every served upload has cleared its `giveWay`
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
