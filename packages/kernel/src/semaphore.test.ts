import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore, type Leave, type SemaphoreOptions } from './semaphore.ts';

/** Long enough for everything that was settled to be seen. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('serves one key in the order of asking', async () => {
    const places = createSemaphore({ places: 2 });
    const order: number[] = [];
    const work = async (n: number): Promise<void> => {
      const leave = await places.take();
      order.push(n);
      await Promise.resolve();
      leave?.();
    };
    await Promise.all(Array.from({ length: 9 }, (_, n) => work(n)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('goes around the keys, however many requests of one came first', async () => {
    const turn = createSemaphore({ places: 1, placesPerKey: 1 });
    const order: string[] = [];
    const work = async (key: string): Promise<void> => {
      const leave = await turn.take({ key });
      order.push(key);
      await Promise.resolve();
      leave?.();
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(work));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('refuses a request that waits too long, is aborted, or comes when it is shut', async () => {
    const places = createSemaphore({ places: 1 });
    const leave = await places.take();
    expect(await places.take({ timeoutMs: 1 })).toBeNull();
    expect(await places.take({ signal: AbortSignal.abort() })).toBeNull();
    const leaving = new AbortController();
    const left = places.take({ signal: leaving.signal });
    leaving.abort();
    expect(await left).toBeNull();
    const last = places.take();
    const emptied = places.shut();
    expect(await last).toBeNull();
    leave?.();
    await emptied;
    expect(await places.take()).toBeNull();
    expect(places.tryTake()).toBeNull();
    await createSemaphore({ places: 1 }).shut();
  });

  it('refuses at once where too many requests of the key wait, and keeps the other keys', async () => {
    const turn = createSemaphore({ places: 1, placesPerKey: 1, waitingPerKey: 1 });
    const leave = turn.tryTake({ key: 'a' });
    const [second, third, other] = ['a', 'a', 'b'].map((key) => turn.take({ key }));
    expect(await third).toBeNull();
    leave?.();
    (await other)?.();
    (await second)?.();
    expect(turn.tryTake({ key: 'a' })).not.toBeNull();
  });

  it('gives nothing at once to a request that would pass one that waits', async () => {
    const bytes = createSemaphore({ places: 10 });
    const leave = bytes.tryTake({ key: 'a', weight: 8 });
    const large = bytes.take({ key: 'b', weight: 7 });
    expect(bytes.tryTake({ key: 'c', weight: 1 })).toBeNull();
    leave?.();
    expect(await large).not.toBeNull();
    expect(bytes.tryTake({ key: 'c', weight: 3 })).not.toBeNull();
  });

  it('serves a lower rank first', async () => {
    const bytes = createSemaphore({ places: 10 });
    const leave = bytes.tryTake({ weight: 10 });
    const order: number[] = [];
    for (const rank of [3, 1, 2])
      void bytes.take({ key: String(rank), weight: 10, rank }).then((done) => {
        order.push(rank);
        done?.();
      });
    leave?.();
    await settled();
    expect(order).toEqual([1, 2, 3]);
  });

  it('leaves no timer and no listener behind a request that was served', async () => {
    const places = createSemaphore({ places: 1 });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const leave = places.tryTake();
    const [before, { signal }] = [timers(), new AbortController()];
    const next = places.take({ timeoutMs: 60_000, signal });
    expect(timers()).toBe(before + 1);
    leave?.();
    expect(await next).not.toBeNull();
    expect(timers()).toBe(before);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('forgets a key that holds nothing and waits for nothing', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const places = createSemaphore({ places: 1 });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 5_000; n++) places.tryTake({ key: randomBytes(5_000).toString('hex') })?.();
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000); // of 50,000,000
    expect(places.tryTake()).not.toBeNull();
  });

  it('refuses a request that could never be served, and a place that is given back twice', async () => {
    const places = createSemaphore({ places: 2, placesPerKey: 1 });
    expect(await places.take({ weight: 2 })).toBeNull();
    const leave = places.tryTake();
    leave?.();
    expect(leave).toThrow('a place is given back once');
    expect(() => places.tryTake({ weight: Number.NaN })).toThrow('a request takes something');
  });
});

interface Asked {
  readonly key: string;
  readonly weight: number;
  readonly abort: AbortController;
  state: 'waiting' | 'inside' | 'refused' | 'left';
  leave: Leave | null;
  /** Requests of each other key that were served while it was the first of its own. */
  readonly passedBy: Map<string, number>;
}

/** What was asked of a semaphore, and what became of it, in the order in which it was told. */
function observed(options: SemaphoreOptions) {
  const places = createSemaphore(options);
  const asked: Asked[] = [];
  const inState = (state: Asked['state']) => asked.filter((each) => each.state === state);
  const waiting = () => inState('waiting');
  const firstOf = (name: string) => waiting().find(({ key }) => key === name);

  function add(key: string, weight: number): Asked {
    const abort = new AbortController();
    const one: Asked = { key, weight, abort, state: 'waiting', leave: null, passedBy: new Map() };
    asked.push(one);
    return one;
  }

  function served(one: Asked, leave: Leave): void {
    expect(firstOf(one.key)).toBe(one);
    Object.assign(one, { state: 'inside', leave });
    for (const name of KEYS.filter((each) => each !== one.key)) {
      const passed = firstOf(name)?.passedBy;
      passed?.set(one.key, (passed.get(one.key) ?? 0) + 1);
    }
  }

  return {
    places,
    asked,
    inState,
    take(key: string, weight: number): void {
      const one = add(key, weight);
      void places.take({ key, weight, signal: one.abort.signal }).then((leave) => {
        expect(one.state).toBe('waiting');
        if (leave === null) one.state = 'refused';
        else served(one, leave);
      });
    },
    tryTake(key: string, weight: number): void {
      const leave = places.tryTake({ key, weight });
      if (leave !== null) served(add(key, weight), leave);
    },
    leave(one: Asked): void {
      one.state = 'left';
      one.leave?.();
    },
  };
}
type Observed = ReturnType<typeof observed>;

const KEYS = ['a', 'b', 'c', 'd'] as const;
const sum = (all: readonly Asked[]): number => all.reduce((total, { weight }) => total + weight, 0);

interface Step {
  readonly act: 'take' | 'tryTake' | 'leave' | 'abort';
  readonly key: string;
  readonly weight: number;
  readonly index: number;
}
const stepsOf = (weightMax: number) =>
  fc.array(
    fc.record({
      act: fc.constantFrom('take', 'take', 'take', 'take', 'tryTake', 'leave', 'leave', 'leave', 'abort'),
      key: fc.constantFrom(...KEYS),
      weight: fc.integer({ min: 1, max: weightMax }),
      index: fc.nat(),
    }),
    { minLength: 30, maxLength: 60 },
  );

function perform(seen: Observed, { act, key, weight, index }: Step): void {
  if (act === 'take' || act === 'tryTake') return seen[act](key, weight);
  const among = seen.inState(act === 'leave' ? 'inside' : 'waiting');
  const one = among[index % among.length];
  if (one === undefined) return;
  if (act === 'leave') seen.leave(one);
  else one.abort.abort();
}

/** @param each is asked after every step, when all that it settled has been told. */
async function after(options: SemaphoreOptions, steps: readonly Step[], each: (seen: Observed) => void = () => {}) {
  const seen = observed(options);
  for (const step of steps) {
    perform(seen, step);
    await settled();
    each(seen);
  }
  return seen;
}

const bounds = fc.record({ places: fc.integer({ min: 3, max: 6 }), placesPerKey: fc.integer({ min: 3, max: 6 }) });

describe('whatever is asked of a semaphore, left and given up', () => {
  it('is never taken beyond its bounds, by all keys or by one', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        await after(options, steps, ({ inState }) => {
          expect(sum(inState('inside'))).toBeLessThanOrEqual(options.places);
          for (const name of KEYS)
            expect(sum(inState('inside').filter(({ key }) => key === name))).toBeLessThanOrEqual(options.placesPerKey);
        });
      }),
    ));

  it('lets nobody wait for room that is there', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(1), async (options, steps) => {
        await after(options, steps, ({ inState }) => {
          const inside = inState('inside');
          if (inside.length === options.places) return;
          for (const { key } of inState('waiting'))
            expect(inside.filter((each) => each.key === key).length).toBe(options.placesPerKey);
        });
      }),
    ));

  it('serves or refuses each request once, and has everything back in the end', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        const seen = await after(options, steps);
        for (let held = seen.inState('inside'); held.length > 0; held = seen.inState('inside')) {
          held.forEach(seen.leave);
          await settled();
        }
        expect(seen.inState('waiting')).toEqual([]);
        expect(seen.inState('refused').every(({ abort }) => abort.signal.aborted)).toBe(true);
        expect(seen.places.tryTake({ weight: Math.min(options.places, options.placesPerKey) })).not.toBeNull();
      }),
    ));

  it('lets each other key be served at most once before a request that is the first of its key', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 6 }), stepsOf(3), async (places, steps) => {
        const { asked } = await after({ places, placesPerKey: Infinity }, steps);
        for (const { passedBy } of asked) expect([...passedBy.values()].every((times) => times === 1)).toBe(true);
      }),
    ));

  it('serves nobody once it is shut, and says when it is empty', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        const seen = await after(options, steps);
        const held = seen.inState('inside');
        let isEmpty = false;
        void seen.places.shut().then(() => (isEmpty = true));
        await settled();
        expect(seen.inState('waiting')).toEqual([]);
        expect(seen.inState('inside')).toEqual(held);
        for (const one of held) {
          expect(isEmpty).toBe(false);
          seen.leave(one);
          await settled();
        }
        expect(isEmpty).toBe(true);
      }),
    ));
});
