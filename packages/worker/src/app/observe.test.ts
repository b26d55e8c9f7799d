import { micros } from '@farebox/kernel';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { observeInto } from './observe.ts';

test('every event counter is reported as 0 before its first event, so that the first event is an increase', async () => {
  const metrics = createMetrics('test');
  const told = async () => {
    const { values, help } = await metrics.workerEvents.get();
    return { help, counts: values.map(({ labels, value }) => [String(labels.event), value] as const) };
  };
  const observe = observeInto(metrics, 'provider');
  const { help, counts } = await told();
  expect(counts.length).toBeGreaterThan(5);
  for (const [event, count] of counts) {
    expect(count).toBe(0);
    expect(help).toMatch(new RegExp(`\\b${event}\\b`));
  }
  observe({ kind: 'poisoned' });
  expect((await told()).counts).toContainEqual(['poisoned', 1]);
});

test('play money is not counted in business metrics', async () => {
  const metrics = createMetrics('test');
  const observe = observeInto(metrics, 'image');
  const moved = { chargedMicros: micros(7n), releasedMicros: micros(3n) };
  for (const isTest of [true, false, true])
    observe({ kind: 'finished', tool: 'image-resize', status: 'succeeded', isTest, seconds: 1, ...moved });
  const { values } = await metrics.moneyMicros.get();
  const told = Object.fromEntries(values.map(({ labels, value }) => [labels.movement, value]));
  expect(told).toMatchObject({ charged: 7, released: 3 });
  expect((await metrics.executionsFinished.get()).values).toMatchObject([{ value: 3 }]);
});
