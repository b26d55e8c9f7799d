/**
 * Bounds how much goes on at once: places, or anything else that is counted, such as bytes. Keys take turns: each has at most one request in the line, so
 * a request waits for the earlier ones of its own key and for at most one of each other key. A key that has all its places is not in the line.
 */
import { invariant } from './assert.ts';

export interface SemaphoreOptions {
  /** Taken at once by all keys together. `Infinity` where only each key is bounded. */
  readonly places: number;
  /** Taken at once by one key. */
  readonly placesPerKey?: number;
  /** Requests of one key that wait behind its request in the line. A further one is refused at once. */
  readonly waitingPerKey?: number;
}

export interface PlaceRequest {
  /** For example a project. All requests without a key share one. */
  readonly key?: string;
  /** Places that it takes together. */
  readonly weight?: number;
}

export interface WaitingRequest extends PlaceRequest {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Joins the line before every request of a higher rank. Without: at its end. */
  readonly rank?: number;
}

/** Gives back what was taken. To be called exactly once. */
export type Leave = () => void;

export interface Semaphore {
  /** Null unless there is room now that no earlier request waits for. */
  readonly tryTake: (request?: PlaceRequest) => Leave | null;
  /** Null after `timeoutMs`, after `signal` aborts, after `shut`, and where too many requests of the key wait. */
  readonly take: (request?: WaitingRequest) => Promise<Leave | null>;
  /** Refuses all that wait or come later. Resolves when everything has been given back. */
  readonly shut: () => Promise<void>;
}

interface Key {
  readonly name: string;
  taken: number;
  /** In the order of asking; only the first may be in the line. */
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
  const { places, placesPerKey = places, waitingPerKey = Infinity } = options;
  /** Those that hold something or wait. */
  const keys = new Map<string, Key>();
  /** By rank. Only the first is served: small requests never pass a large one. */
  const line: Waiting[] = [];
  const emptied = Promise.withResolvers<void>();
  let [taken, isShut] = [0, false];

  function keyOf(name: string): Key {
    const key = keys.get(name) ?? { name, taken: 0, waiting: new Set(), isInLine: false };
    keys.set(name, key);
    return key;
  }

  function grant(key: Key, weight: number): Leave {
    let isTaken = true;
    const count = (change: number): void => {
      taken += change;
      key.taken += change;
    };
    count(weight);
    return () => {
      invariant(isTaken, 'a place is given back once');
      isTaken = false;
      count(-weight);
      goOn(key);
    };
  }

  /** After a request of the key has come, has left or was given up. */
  function goOn(key: Key): void {
    join(key);
    serve();
    if (key.taken === 0 && key.waiting.size === 0) keys.delete(key.name);
    if (isShut && taken === 0) emptied.resolve();
  }

  function join(key: Key): void {
    const [next] = key.waiting;
    if (next === undefined || key.isInLine || key.taken + next.weight > placesPerKey) return;
    line.splice(line.findLastIndex(({ rank }) => rank <= next.rank) + 1, 0, next);
    key.isInLine = true;
  }

  function serve(): void {
    for (let [next] = line; next !== undefined && !isShut && taken + next.weight <= places; [next] = line) {
      remove(next);
      next.settle(grant(next.key, next.weight));
      join(next.key);
    }
  }

  function remove(waiting: Waiting): void {
    const { key } = waiting;
    key.waiting.delete(waiting);
    const at = line.indexOf(waiting);
    if (at !== -1) line.splice(at, 1);
    key.isInLine &&= at === -1;
  }

  function refuse(waiting: Waiting): void {
    remove(waiting);
    waiting.settle(null);
    goOn(waiting.key);
  }

  function wait({
    key: name = '',
    weight = 1,
    rank = Infinity,
    timeoutMs,
    signal,
  }: WaitingRequest): Promise<Leave | null> {
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    const giveUp = (): void => refuse(waiting);
    const settle = (leave: Leave | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(leave);
    };
    const key = keyOf(name);
    const waiting: Waiting = { key, weight, rank, settle };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    key.waiting.add(waiting);
    goOn(key);
    if (key.waiting.size - Number(key.isInLine) > waitingPerKey) refuse(waiting);
    return promise;
  }

  function canEver(weight: number): boolean {
    invariant(weight > 0, 'a request takes something');
    return !isShut && weight <= Math.min(places, placesPerKey);
  }

  return {
    tryTake({ key: name = '', weight = 1 } = {}) {
      if (!canEver(weight) || line.length > 0 || taken + weight > places) return null;
      const own = keys.get(name);
      if (own !== undefined && (own.waiting.size > 0 || own.taken + weight > placesPerKey)) return null;
      return grant(keyOf(name), weight);
    },
    async take(request = {}) {
      return canEver(request.weight ?? 1) && request.signal?.aborted !== true ? await wait(request) : null;
    },
    shut() {
      isShut = true;
      for (const { waiting } of [...keys.values()]) for (const each of waiting) refuse(each);
      if (taken === 0) emptied.resolve();
      return emptied.promise;
    },
  };
}
