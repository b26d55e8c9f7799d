/**
 * Divides slots fairly along a tree of names, such as organization, project and API key. On each level the name that
 * was served longest ago goes first. So a request waits for at most one service of each other name of its level,
 * however many names the others have below theirs. This core has no timers and no promises.
 */
import { invariant } from './assert.ts';

export interface SharesOptions {
  readonly slots: number;
  /** Slots that one name of each level may hold, from the outermost level. A missing number is no limit. */
  readonly slotsPer: readonly number[];
  /** Requests of one name of each level that may wait behind its next one. A missing number is no limit. */
  readonly waitingPer: readonly number[];
  /** Idle names that are remembered while requests wait. */
  readonly rememberedMax?: number;
}

export interface Queued {
  readonly share: Share;
  readonly weight: number;
  /** A lower rank goes first, whatever its share received before. */
  readonly rank: number;
  /** Order of arrival; decides between names that were served equally long ago. */
  readonly arrival: number;
}

/** One name and what it holds, including everything below it. The root stands for everybody. */
export interface Share {
  readonly parent: Share | null;
  readonly name: string;
  readonly level: number;
  readonly children: Map<string, Share>;
  /** Waiting requests in order of arrival; only the innermost shares have some. */
  readonly requests: Set<Queued>;
  waiting: number;
  taken: number;
  /** Number of the last service; a lower one was longer ago. */
  servedAt: number;
}

const REMEMBERED_MAX = 1_000;

export class Shares {
  readonly #options: Required<SharesOptions>;
  readonly #root: Share = newShare({ parent: null, name: '', servedAt: 0 });
  /** Shares that hold nothing and wait for nothing, the longest idle one first. */
  readonly #idle = new Set<Share>();
  #services = 0;
  #arrivals = 0;
  /** A share that is not remembered was served no later than this. */
  #forgottenAt = 0;

  constructor(options: SharesOptions) {
    this.#options = { rememberedMax: REMEMBERED_MAX, ...options };
  }

  get taken(): number {
    return this.#root.taken;
  }

  /** Whether a request of this weight could be served if nobody else held anything. */
  canEver(weight: number): boolean {
    return weight <= Math.min(this.#options.slots, ...this.#options.slotsPer);
  }

  /** Queues a request; null if too many of one of its names wait already. */
  queue(path: readonly string[], { weight, rank }: Pick<Queued, 'weight' | 'rank'>): Queued | null {
    const request = { share: this.#shareOf(path), weight, rank, arrival: ++this.#arrivals };
    request.share.requests.add(request);
    for (const share of upwards(request.share)) share.waiting++;
    if (!upwards(request.share).some((share) => this.#isCrowded(share, weight))) return request;
    this.remove(request);
    return null;
  }

  remove(request: Queued): void {
    const isQueued = request.share.requests.delete(request);
    invariant(isQueued, 'a request leaves the queue once');
    for (const share of upwards(request.share)) share.waiting--;
    this.#settle(request.share);
  }

  /** Takes the next request out of the queue and grants its slots; null while it has no room. */
  serve(): Queued | null {
    const next = this.#next();
    if (next === null || !this.#hasRoom(this.#root, next.weight)) return null;
    this.#count(next.share, next.weight);
    this.remove(next);
    return next;
  }

  /** Grants slots at once; null if a limit is reached or if a request waits that could use free slots. */
  grant(path: readonly string[], weight: number): Share | null {
    const share = this.#shareOf(path);
    const isFree = upwards(share).every((each) => this.#hasRoom(each, weight));
    if (isFree && share.waiting === 0 && this.#next() === null) {
      this.#count(share, weight);
      return share;
    }
    this.#settle(share);
    return null;
  }

  release(share: Share, weight: number): void {
    for (const each of upwards(share)) each.taken -= weight;
    this.#settle(share);
  }

  /** All waiting requests. */
  *queued(share: Share = this.#root): Generator<Queued> {
    yield* share.requests;
    for (const child of share.children.values()) yield* this.queued(child);
  }

  #shareOf(path: readonly string[]): Share {
    invariant(path.length > 0, 'a request has at least one name');
    let share = this.#root;
    for (const name of path) {
      const known = share.children.get(name);
      const next = known ?? newShare({ parent: share, name, servedAt: this.#forgottenAt });
      if (known === undefined) share.children.set(name, next);
      this.#idle.delete(next);
      share = next;
    }
    return share;
  }

  #hasRoom({ level, taken }: Share, weight: number): boolean {
    const { slots, slotsPer } = this.#options;
    return taken + weight <= (level === 0 ? slots : (slotsPer[level - 1] ?? Infinity));
  }

  #isCrowded(share: Share, weight: number): boolean {
    const max = this.#options.waitingPer[share.level - 1] ?? Infinity;
    return share.waiting - Number(this.#hasRoom(share, weight)) > max;
  }

  #next(): Queued | null {
    return this.#root.waiting === 0 ? null : this.#firstOf(this.#root);
  }

  /** The next request below a share. Only the first of a share can be served: small ones never overtake a large one. */
  #firstOf(share: Share): Queued | null {
    const [own] = share.requests;
    let first: Queued | null = own ?? null;
    let by = share;
    for (const child of share.children.values()) {
      if (child.waiting === 0) continue;
      const found = this.#firstOf(child);
      if (found === null || !this.#hasRoom(child, found.weight)) continue;
      if (first !== null && !precedes([found, child], [first, by])) continue;
      [first, by] = [found, child];
    }
    return first;
  }

  #count(share: Share, weight: number): void {
    this.#services++;
    for (const each of upwards(share)) {
      each.taken += weight;
      each.servedAt = this.#services;
    }
  }

  /** Forgets idle shares: all of them once nobody waits, because then no order remains to be kept. */
  #settle(share: Share): void {
    for (const each of upwards(share)) if (each.parent !== null && isIdle(each)) this.#idle.add(each);
    if (this.#root.waiting === 0) {
      for (const each of this.#idle) each.parent?.children.delete(each.name);
      this.#idle.clear();
      this.#forgottenAt = 0;
    }
    for (const each of this.#idle) {
      if (this.#idle.size <= this.#options.rememberedMax) break;
      this.#forget(each);
    }
  }

  #forget(share: Share): void {
    for (const child of share.children.values()) this.#forget(child);
    this.#idle.delete(share);
    share.parent?.children.delete(share.name);
    this.#forgottenAt = Math.max(this.#forgottenAt, share.servedAt);
  }
}

function newShare({ parent, name, servedAt }: Pick<Share, 'parent' | 'name' | 'servedAt'>): Share {
  const level = parent === null ? 0 : parent.level + 1;
  return { parent, name, level, children: new Map(), requests: new Set(), waiting: 0, taken: 0, servedAt };
}

const isIdle = ({ waiting, taken }: Share): boolean => waiting === 0 && taken === 0;

/** A share and all shares above it. */
function upwards(share: Share): Share[] {
  const all = [share];
  for (let { parent } = share; parent !== null; { parent } = parent) all.push(parent);
  return all;
}

/** Compares the first requests of two shares of one level. */
function precedes([a, ofA]: readonly [Queued, Share], [b, ofB]: readonly [Queued, Share]): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  return ofA.servedAt === ofB.servedAt ? a.arrival < b.arrival : ofA.servedAt < ofB.servedAt;
}
