/**
 * A fair semaphore: it limits slots, or any other amount such as bytes. Keys take turns, and the key that was served
 * longest ago goes first. A key may have levels, such as organization, project and API key: then organizations take
 * turns, inside each of them its projects, and so on. A key that holds all its slots is not in the line.
 */
import { invariant } from './assert.ts';
import { type Queued, type Share, Shares } from './shares.ts';

export interface SemaphoreOptions {
  /** Slots of all keys together. `Infinity` if only each key is limited. */
  readonly slots: number;
  /** Maximum slots that one key may hold; a list for the levels of a key, the outermost first. */
  readonly slotsPerKey?: number | readonly number[];
  /** Requests of one key, or of one name of each level, that may wait behind its next one. A further one is refused at once. */
  readonly waitingPerKey?: number | readonly number[];
}

export interface SlotRequest {
  /**
   * The name that shares slots, or names from the outermost level, such as organization and project. All requests of a
   * semaphore have the same levels. All requests without a key share one key.
   */
  readonly key?: string | readonly string[];
  /** Number of slots that it takes together. */
  readonly weight?: number;
}

export interface WaitingRequest extends SlotRequest {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Goes before all requests of a higher rank. Default: the highest rank. */
  readonly rank?: number;
}

/** Releases the taken slots. Must be called exactly once. */
export type Leave = () => void;

export interface Semaphore {
  /** Null unless there is free capacity that no earlier request waits for. */
  readonly tryTake: (request?: SlotRequest) => Leave | null;
  /** Null after `timeoutMs`, after `signal` aborts, after `shut`, or if too many requests of the key wait. */
  readonly take: (request?: WaitingRequest) => Promise<Leave | null>;
  /** Refuses all waiting and future requests. Resolves when all slots are released. */
  readonly shut: () => Promise<void>;
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const semaphore = new FairSemaphore(options);
  return {
    tryTake: (request) => semaphore.tryTake(request),
    take: (request) => semaphore.take(request),
    shut: () => semaphore.shut(),
  };
}

class FairSemaphore implements Semaphore {
  readonly #shares: Shares;
  readonly #waiting = new Map<Queued, (leave: Leave | null) => void>();
  readonly #emptied = Promise.withResolvers<void>();
  #isShut = false;

  constructor({ slots, slotsPerKey = [], waitingPerKey = [] }: SemaphoreOptions) {
    this.#shares = new Shares({ slots, slotsPer: [slotsPerKey].flat(), waitingPer: [waitingPerKey].flat() });
  }

  tryTake({ key = '', weight = 1 }: SlotRequest = {}): Leave | null {
    if (!this.#canEver(weight)) return null;
    const share = this.#shares.grant([key].flat(), weight);
    return share === null ? null : this.#leaveOf(share, weight);
  }

  async take(request: WaitingRequest = {}): Promise<Leave | null> {
    return this.#canEver(request.weight ?? 1) && request.signal?.aborted !== true ? await this.#wait(request) : null;
  }

  shut(): Promise<void> {
    this.#isShut = true;
    for (const request of this.#waiting.keys()) this.#refuse(request);
    if (this.#shares.taken === 0) this.#emptied.resolve();
    return this.#emptied.promise;
  }

  #canEver(weight: number): boolean {
    invariant(weight > 0, 'a request takes at least one slot');
    return !this.#isShut && this.#shares.canEver(weight);
  }

  #leaveOf(share: Share, weight: number): Leave {
    let isTaken = true;
    return () => {
      invariant(isTaken, 'a slot is released once');
      isTaken = false;
      this.#shares.release(share, weight);
      this.#serve();
      if (this.#isShut && this.#shares.taken === 0) this.#emptied.resolve();
    };
  }

  /** Called after a request arrives, is released or is aborted. */
  #serve(): void {
    if (this.#isShut) return;
    for (let next = this.#shares.serve(); next !== null; next = this.#shares.serve())
      this.#settle(next, this.#leaveOf(next.share, next.weight));
  }

  #settle(request: Queued, leave: Leave | null): void {
    this.#waiting.get(request)?.(leave);
    this.#waiting.delete(request);
  }

  #refuse(request: Queued): void {
    this.#shares.remove(request);
    this.#settle(request, null);
    this.#serve();
  }

  #wait({ key = '', weight = 1, rank = Infinity, timeoutMs, signal }: WaitingRequest): Promise<Leave | null> {
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    const request = this.#shares.queue([key].flat(), { weight, rank });
    if (request === null) return Promise.resolve(null);
    const giveUp = (): void => this.#refuse(request);
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    this.#waiting.set(request, (leave) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(leave);
    });
    this.#serve();
    return promise;
  }
}
