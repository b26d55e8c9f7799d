import { createMetrics } from '@farebox/telemetry';
import { expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

const WAIT = { timeout: 30_000, interval: 5 };

function options() {
  const metrics = createMetrics('test');
  const lines: string[] = [];
  const logger = { warn: (_: object, message: string) => void lines.push(message) } as never;
  const stopping = new AbortController();
  return { metrics, lines, stopping, shared: { metrics, logger, signal: stopping.signal } };
}

test('a failing task is counted and repeated, and does not stop other tasks', async () => {
  const { metrics, lines, stopping, shared } = options();
  let runs = 0;
  const failing = repeat({ name: 'sweep', everyMs: 5, run: () => Promise.reject(new Error('no')) }, shared);
  const working = repeat({ name: 'ledger-check', everyMs: 5, run: async () => ++runs && 2 }, shared);
  await vi.waitFor(() => expect(Math.min(runs, lines.length)).toBeGreaterThan(3), WAIT);
  stopping.abort();
  await Promise.all([failing, working]);
  const { values } = await metrics.sweeps.get();
  expect(values.map(({ labels }) => labels)).toEqual([
    { task: 'sweep', outcome: 'failed' },
    { task: 'ledger-check', outcome: 'succeeded' },
  ]);
  expect((await metrics.swept.get()).values).toMatchObject([{ labels: { task: 'ledger-check' }, value: runs * 2 }]);
});

test('a stop lets the running task finish and starts no other', async () => {
  const { stopping, shared } = options();
  let ended = 0;
  const stopped = repeat(
    {
      name: 'sweep',
      everyMs: 1,
      run: async () => {
        stopping.abort();
        await new Promise((resolve) => setImmediate(resolve));
        return ++ended;
      },
    },
    shared,
  );
  await stopped;
  expect(ended).toBe(1);
});
