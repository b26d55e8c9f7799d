/**
 * A fair semaphore: it limits slots, or any other amount such as bytes. Keys take turns: each key has at most one
 * request in the line. So a request waits for earlier requests of its own key, and for at most one of each other key. A
 * key that holds all its slots is not in the line.
 */
import { invariant } from './assert.ts';

export interface SemaphoreOptions {
  /** Slots of all keys together. `Infinity` if only each key is limited. */
  readonly slots: number;
  /** Maximum slots that one key may hold. */
  readonly slotsPerKey?: number;
  /** Requests of one key that may wait behind its request in the line. A further one is refused at once. */
  readonly waitingPerKey?: number;
}

export interface SlotRequest {
  /** Key that shares slots, for example a project id. All requests without a key share one key. */
  readonly key?: string;
  /** Number of slots that it takes together. */
  readonly weight?: number;
}

export interface WaitingRequest extends SlotRequest {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Joins the line before all requests of a higher rank. Default: at the end of the line. */
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

interface Key {
  readonly name: string;
  taken: number;
  /** Waiting requests in order of arrival; only the first may be in the line. */
  readonly waiting: Set<Waiting>;
  isInLine: boolean;
}

interface Waiting {
  readonly key: Key;
  readonly weight: number;
  readonly rank: number;
  readonly settle: (leave: Leave | null) => void;
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
  readonly #options: Required<SemaphoreOptions>;
  /** Keys that hold slots or wait. */
  readonly #keys = new Map<string, Key>();
  /** Sorted by rank. Only the first is served: small requests never overtake a large one. */
  readonly #line: Waiting[] = [];
  readonly #emptied = Promise.withResolvers<void>();
  #taken = 0;
  #isShut = false;

  constructor({ slots, slotsPerKey = slots, waitingPerKey = Infinity }: SemaphoreOptions) {
    this.#options = { slots, slotsPerKey, waitingPerKey };
  }

  tryTake({ key: name = '', weight = 1 }: SlotRequest = {}): Leave | null {
    const { slots, slotsPerKey } = this.#options;
    if (!this.#canEver(weight) || this.#line.length > 0 || this.#taken + weight > slots) return null;
    const own = this.#keys.get(name);
    if (own !== undefined && (own.waiting.size > 0 || own.taken + weight > slotsPerKey)) return null;
    return this.#grant(this.#keyOf(name), weight);
  }

  async take(request: WaitingRequest = {}): Promise<Leave | null> {
    return this.#canEver(request.weight ?? 1) && request.signal?.aborted !== true ? await this.#wait(request) : null;
  }

  shut(): Promise<void> {
    this.#isShut = true;
    for (const { waiting } of this.#keys.values()) for (const each of waiting) this.#refuse(each);
    if (this.#taken === 0) this.#emptied.resolve();
    return this.#emptied.promise;
  }

  #canEver(weight: number): boolean {
    invariant(weight > 0, 'a request takes at least one slot');
    return !this.#isShut && weight <= Math.min(this.#options.slots, this.#options.slotsPerKey);
  }

  #keyOf(name: string): Key {
    const key = this.#keys.get(name) ?? { name, taken: 0, waiting: new Set(), isInLine: false };
    this.#keys.set(name, key);
    return key;
  }

  #grant(key: Key, weight: number): Leave {
    let isTaken = true;
    this.#count(key, weight);
    return () => {
      invariant(isTaken, 'a slot is released once');
      isTaken = false;
      this.#count(key, -weight);
      this.#goOn(key);
    };
  }

  #count(key: Key, change: number): void {
    this.#taken += change;
    key.taken += change;
  }

  /** Called after a request of the key arrives, is released or is aborted. */
  #goOn(key: Key): void {
    this.#join(key);
    this.#serve();
    if (key.taken === 0 && key.waiting.size === 0) this.#keys.delete(key.name);
    if (this.#isShut && this.#taken === 0) this.#emptied.resolve();
  }

  #join(key: Key): void {
    const [next] = key.waiting;
    if (next === undefined || key.isInLine || key.taken + next.weight > this.#options.slotsPerKey) return;
    this.#line.splice(this.#line.findLastIndex(({ rank }) => rank <= next.rank) + 1, 0, next);
    key.isInLine = true;
  }

  #serve(): void {
    const hasRoom = ({ weight }: Waiting): boolean => !this.#isShut && this.#taken + weight <= this.#options.slots;
    for (let [next] = this.#line; next !== undefined && hasRoom(next); [next] = this.#line) {
      this.#remove(next);
      next.settle(this.#grant(next.key, next.weight));
      this.#join(next.key);
    }
  }

  #remove(waiting: Waiting): void {
    const { key } = waiting;
    key.waiting.delete(waiting);
    const at = this.#line.indexOf(waiting);
    if (at !== -1) this.#line.splice(at, 1);
    key.isInLine &&= at === -1;
  }

  #refuse(waiting: Waiting): void {
    this.#remove(waiting);
    waiting.settle(null);
    this.#goOn(waiting.key);
  }

  #wait({ key: name = '', weight = 1, rank = Infinity, timeoutMs, signal }: WaitingRequest): Promise<Leave | null> {
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    const giveUp = (): void => this.#refuse(waiting);
    const settle = (leave: Leave | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(leave);
    };
    const key = this.#keyOf(name);
    const waiting: Waiting = { key, weight, rank, settle };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    key.waiting.add(waiting);
    this.#goOn(key);
    if (key.waiting.size - Number(key.isInLine) > this.#options.waitingPerKey) this.#refuse(waiting);
    return promise;
  }
}
