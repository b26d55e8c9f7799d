/** Metrics of accepted executions. */
import type { Execution } from '@farebox/contract';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import type { RouteRequest } from '../endpoint/handler.ts';
import { observedExecution } from './observed.ts';

test('the metric of reserved money leaves out test projects, the metric of requests does not', async () => {
  const metrics = createMetrics('test');
  const data = { maximumChargeMicros: 250 } as Execution;
  const handle = observedExecution(() => Promise.resolve({ status: 202, data }), metrics);
  const by = (environment: 'live' | 'test') =>
    ({ identity: { project: { environment } } }) as RouteRequest<'createExecution'>;
  for (const environment of ['test', 'live', 'test'] as const) await handle(by(environment));
  const { values } = await metrics.moneyMicros.get();
  expect(values.find(({ labels }) => labels.movement === 'reserved')?.value).toBe(250);
  expect((await metrics.executionRequests.get()).values).toContainEqual(expect.objectContaining({ value: 3 }));
});
