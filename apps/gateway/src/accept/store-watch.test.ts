import { expect, test } from 'vitest';
import { createStoreWatch } from './store-watch.ts';

/** A watch whose store and clock the test controls. */
function watched(probe: () => Promise<void>) {
  const state = { probes: 0, nowMs: 10, changes: [] as boolean[], probe };
  const watch = createStoreWatch({
    probe: () => {
      state.probes += 1;
      return state.probe();
    },
    clock: { monotonicMs: () => state.nowMs },
    onChange: (isAway) => void state.changes.push(isAway),
  });
  return { state, watch };
}

const works = () => Promise.resolve();
const fails = () => Promise.reject(new Error('away'));
const hangs = () => new Promise<never>(() => {});

test('the store is tried once for all requests of a second, and not without requests', async () => {
  const { state, watch } = watched(works);
  expect(state.probes).toBe(0);
  const found = await Promise.all(Array.from({ length: 50 }, () => watch.isAway()));
  expect(found).not.toContain(true);
  state.nowMs += 999;
  await watch.isAway();
  expect(state.probes).toBe(1);
  state.nowMs += 1;
  await watch.isAway();
  expect(state.probes).toBe(2);
});

test('a store that fails is away until it takes an object again, and each change is told once', async () => {
  const { state, watch } = watched(fails);
  expect(await watch.isAway()).toBe(true);
  state.nowMs += 10_000;
  expect(await watch.isAway()).toBe(true);
  state.probe = works;
  state.nowMs += 10_000;
  expect(await watch.isAway()).toBe(false);
  expect(state.changes).toEqual([true, false]);
});

test('a store that hangs delays no request while the last result is young, and then counts as away', async () => {
  const { state, watch } = watched(works);
  expect(await watch.isAway()).toBe(false);
  state.probe = hangs;
  state.nowMs += 2_000;
  expect(await watch.isAway()).toBe(false);
  state.nowMs += 10_000;
  expect(await watch.isAway()).toBe(true);
});
