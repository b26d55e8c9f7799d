/** Measured durations in the catalog: of the right environment, without a wait and without a query per request. */
import { createCatalog, type Durations } from '@farebox/catalog';
import { expect, test } from 'vitest';
import type { RouteRequest } from '../endpoint/handler.ts';
import { createTypicalDurations } from '../process/typical-durations.ts';
import { getCatalog } from './get-catalog.ts';

const catalog = createCatalog({ rehearsal: false });
const NOTHING: Durations = () => null;

async function secondsOf(handler: ReturnType<typeof getCatalog>, environment: 'live' | 'test', tool: string) {
  const result = await handler({
    identity: { project: { environment }, platform: { executionEnabled: true } },
  } as RouteRequest<'getCatalog'>);
  const { data } = JSON.parse('encoded' in result ? result.encoded : '') as {
    data: { tools: { name: string; typicalSeconds: unknown; models: { name: string; typicalSeconds: unknown }[] }[] };
  };
  const found = data.tools.find(({ name }) => name === tool);
  return [found?.typicalSeconds, ...(found?.models ?? []).map(({ typicalSeconds }) => typicalSeconds)];
}

test('durations are shown for each model, and for each tool without models', async () => {
  const measured = { p50: 1, p95: 2 };
  let now = NOTHING;
  const handler = getCatalog({
    offers: { catalogOf: () => catalog },
    templates: { allOffered: async () => [] },
    durations: { live: () => now, test: () => NOTHING },
    executionEnabled: true,
  });
  expect(await secondsOf(handler, 'live', 'image-resize')).toEqual([null]);
  now = (tool, model) => (tool === 'image-resize' || (tool === 'image-convert' && model === 'webp') ? measured : null);
  expect(await secondsOf(handler, 'live', 'image-resize')).toEqual([measured]);
  const converts = await secondsOf(handler, 'live', 'image-convert');
  expect(converts.filter((each) => each !== null)).toEqual([measured]);
  expect(await secondsOf(handler, 'test', 'image-resize')).toEqual([null]);
});

test('durations are read once a minute, and a failed read keeps the previous values', async () => {
  const state = { nowMs: 0, reads: 0, durations: Promise.resolve(NOTHING) };
  const latest = createTypicalDurations(
    () => {
      state.reads += 1;
      return state.durations;
    },
    { monotonicMs: () => state.nowMs },
  );
  const first: Durations = () => ({ p50: 1, p95: 1 });
  state.durations = Promise.resolve(first);
  latest();
  await state.durations;
  expect(latest()).toBe(first);
  state.nowMs = 59_999;
  latest();
  expect(state.reads).toBe(1);
  state.nowMs = 60_000;
  state.durations = Promise.reject(new Error('the database is away'));
  latest();
  await state.durations.catch(() => {});
  expect(latest()).toBe(first);
  expect(state.reads).toBe(2);
});
