import { describe, expect, it } from 'vitest';
import { createCircuitWatch } from './circuit-watch.ts';

/** A watch whose queries and clock the test controls. */
function watched(lookUp: () => Promise<ReadonlySet<string>>) {
  const state = { lookUps: 0, nowMs: 10 };
  const open = () => {
    state.lookUps += 1;
    return lookUp();
  };
  const watch = createCircuitWatch({ open }, { now: () => new Date(), monotonicMs: () => state.nowMs });
  return { state, watch };
}

describe('the circuits of external services', () => {
  it('are read only for executions that use an external service', async () => {
    const { state, watch } = watched(() => Promise.resolve(new Set(['openai'])));
    expect(await watch.anyOpen([])).toBe(false);
    expect(state.lookUps).toBe(0);
    expect(await watch.anyOpen([['predictions'], ['predictions', 'openai'], ['openai', 'predictions']])).toBe(false);
    expect(await watch.anyOpen([['predictions'], ['openai']])).toBe(true);
  });

  it('are read once for all requests within a second', async () => {
    const { state, watch } = watched(() => Promise.resolve(new Set(['openai'])));
    await Promise.all(Array.from({ length: 50 }, () => watch.anyOpen([['openai']])));
    state.nowMs += 999;
    await watch.anyOpen([['openai']]);
    expect(state.lookUps).toBe(1);
    state.nowMs += 1;
    await watch.anyOpen([['openai']]);
    expect(state.lookUps).toBe(2);
  });

  it('count as closed when they cannot be read, or not in time', async () => {
    const broken = watched(() => Promise.reject(new Error('down')));
    expect(await broken.watch.anyOpen([['openai']])).toBe(false);
    const hanging = watched(() => new Promise(() => {}));
    expect(await hanging.watch.anyOpen([['openai']])).toBe(false);
  });
});
