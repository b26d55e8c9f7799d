import { createCircuits } from '@farebox/providers';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { measureCircuits } from './circuits.ts';
import { openProjectFixture } from '@farebox/executions/testing';

test('a circuit is exported as open while it is open, and as closed otherwise', async () => {
  await using fixture = await openProjectFixture();
  const circuits = createCircuits(fixture.database);
  const metrics = createMetrics('test');
  const measured = async () => {
    await measureCircuits(circuits, metrics, ['openai', 'predictions']);
    const { values } = await metrics.circuitsOpen.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.provider, value]) as [string, number][]);
  };

  expect(await measured()).toEqual({ openai: 0, predictions: 0 });
  for (let failure = 0; failure < 5; failure++) await circuits.report('openai', 'failed');
  expect(await measured()).toEqual({ openai: 1, predictions: 0 });
  await circuits.report('openai', 'ok');
  expect(await measured()).toEqual({ openai: 0, predictions: 0 });
  const runner = 'tool-acme-read-text';
  for (let failure = 0; failure < 5; failure++) await circuits.report(runner, 'failed');
  expect(await measured(), 'a runner, which no file names').toEqual({ openai: 0, predictions: 0, [runner]: 1 });
  await circuits.report(runner, 'ok');
  expect(await measured()).toEqual({ openai: 0, predictions: 0, [runner]: 0 });
});
