import { createMetrics } from '@farebox/telemetry';
import { openPair, openTestDatabase } from '@farebox/testing';
import { expect, onTestFinished, test } from 'vitest';
import { measureStandbys } from './standbys.ts';

test('an asynchronous standby is counted and warned of once, unless the operator accepts the loss', async () => {
  await using pair = await openPair();
  await pair.untilCaughtUp();
  const database = openTestDatabase({ url: pair.appUrl, poolMax: 2, applicationName: 'standbys-test' });
  onTestFinished(database.close);
  const metrics = createMetrics('test');
  const lines: string[] = [];
  const logger = {
    warn: (_: unknown, line = '') => void lines.push(line),
    info: (line: unknown) => void lines.push(String(line)),
  };
  const counted = async (): Promise<number | undefined> => (await metrics.standbysAtRisk.get()).values[0]?.value;
  const measure = measureStandbys(database, { logger, metrics, allowAsyncReplica: false });
  await expect
    .poll(
      async () => {
        await measure();
        return await counted();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await measure();
  expect(lines).toEqual([expect.stringContaining('waits for none of its standbys')]);
  await measureStandbys(database, { logger, metrics, allowAsyncReplica: true })();
  expect(await counted()).toBe(0);
  await pair.cut();
  await measure();
  expect(lines.at(-1)).toContain('no failover');
  expect(lines).toHaveLength(2);
});
