import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore, type Leave, type SemaphoreOptions } from './semaphore.ts';

/** Long enough for all settled promises to be observed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Asked {
  readonly key: string;
  readonly weight: number;
  readonly abort: AbortController;
  state: 'waiting' | 'inside' | 'refused' | 'left';
  leave: Leave | null;
  /** Number of requests of each other key that were served while this request was the first of its key. */
  readonly passedBy: Map<string, number>;
}

/** Records the requests to a semaphore and their outcomes, in the order of settlement. */
function observed(options: SemaphoreOptions) {
  const slots = createSemaphore(options);
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
    slots,
    asked,
    inState,
    take(key: string, weight: number): void {
      const one = add(key, weight);
      void slots.take({ key, weight, signal: one.abort.signal }).then((leave) => {
        expect(one.state).toBe('waiting');
        if (leave === null) one.state = 'refused';
        else served(one, leave);
      });
    },
    tryTake(key: string, weight: number): void {
      const leave = slots.tryTake({ key, weight });
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

/** @param each is called after every step, when all outcomes of the step have been observed. */
async function after(options: SemaphoreOptions, steps: readonly Step[], each: (seen: Observed) => void = () => {}) {
  const seen = observed(options);
  for (const step of steps) {
    perform(seen, step);
    await settled();
    each(seen);
  }
  return seen;
}

const bounds = fc.record({ slots: fc.integer({ min: 3, max: 6 }), slotsPerKey: fc.integer({ min: 3, max: 6 }) });

describe('for any sequence of requests, releases and aborts, a semaphore', () => {
  it('never exceeds its limits, in total or per key', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        await after(options, steps, ({ inState }) => {
          expect(sum(inState('inside'))).toBeLessThanOrEqual(options.slots);
          for (const name of KEYS)
            expect(sum(inState('inside').filter(({ key }) => key === name))).toBeLessThanOrEqual(options.slotsPerKey);
        });
      }),
    ));

  it('lets no request wait while it has free capacity', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(1), async (options, steps) => {
        await after(options, steps, ({ inState }) => {
          const inside = inState('inside');
          if (inside.length === options.slots) return;
          for (const { key } of inState('waiting'))
            expect(inside.filter((each) => each.key === key).length).toBe(options.slotsPerKey);
        });
      }),
    ));

  it('serves or refuses each request once, and is empty in the end', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        const seen = await after(options, steps);
        for (let held = seen.inState('inside'); held.length > 0; held = seen.inState('inside')) {
          held.forEach(seen.leave);
          await settled();
        }
        expect(seen.inState('waiting')).toEqual([]);
        expect(seen.inState('refused').every(({ abort }) => abort.signal.aborted)).toBe(true);
        expect(seen.slots.tryTake({ weight: Math.min(options.slots, options.slotsPerKey) })).not.toBeNull();
      }),
    ));

  it('serves each other key at most once before the first request of a key', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 6 }), stepsOf(3), async (slots, steps) => {
        const { asked } = await after({ slots, slotsPerKey: Infinity }, steps);
        for (const { passedBy } of asked) expect([...passedBy.values()].every((times) => times === 1)).toBe(true);
      }),
    ));

  it('serves no request after shutdown, and reports when it is empty', () =>
    fc.assert(
      fc.asyncProperty(bounds, stepsOf(3), async (options, steps) => {
        const seen = await after(options, steps);
        const held = seen.inState('inside');
        let isEmpty = false;
        void seen.slots.shut().then(() => (isEmpty = true));
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
