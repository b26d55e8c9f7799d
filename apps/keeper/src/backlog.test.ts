import { ENGINES } from '@farebox/kernel';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { measureBacklog } from './backlog.ts';
import { runSql } from '@farebox/testing';
import { openProjectFixture } from '@farebox/executions/testing';

test('open executions are measured by status and engine, with the oldest age and the held money, until they end', async () => {
  await using fixture = await openProjectFixture();
  const metrics = createMetrics('test');
  const measured = async () => {
    await measureBacklog(fixture.database, metrics);
    const gauges = [metrics.executionsOpen, metrics.executionsOldest, metrics.executionsHeld];
    const all = await Promise.all(gauges.map((gauge) => gauge.get()));
    expect(all.map(({ values }) => values.length)).toEqual(gauges.map(() => 3 * ENGINES.length));
    const rows = all[0]!.values.map(({ labels: { status, engine } }, row) => {
      const [open, oldestSeconds, heldMicroUsd] = all.map(({ values }) => values[row]!.value);
      // The test itself may take some seconds; an age of 90 s is then still below 120 s.
      return {
        kind: `${status} ${engine}`,
        told: [open, Math.floor(oldestSeconds! / 30) * 30, Math.round(heldMicroUsd!)],
      };
    });
    return Object.fromEntries(rows.filter(({ told }) => told[0] !== 0).map(({ kind, told }) => [kind, told]));
  };

  /** Bypasses the triggers that protect accepted executions; the ledger has no settlement afterwards. */
  const tamper = (change: string) => runSql(fixture.url, 'SET session_replication_role = replica', change);
  expect(await measured()).toEqual({});
  await fixture.accept();
  await fixture.accept();
  await tamper(`UPDATE execution SET created_at = now() - interval '90 seconds'
    WHERE id = (SELECT min(id) FROM execution)`);
  expect(await measured()).toEqual({ 'queued image': [2, 90, 200] });
  await tamper(`UPDATE execution SET status = 'running', engine = 'provider'
    WHERE id = (SELECT min(id) FROM execution)`);
  expect(await measured()).toMatchObject({ 'queued image': [1, 0, 100], 'running provider': [1, 90, 100] });
  await tamper(`UPDATE project SET environment = 'test'`); // held test money does not count
  expect(await measured()).toMatchObject({ 'queued image': [1, 0, 0], 'running provider': [1, 90, 0] });
  await tamper(`UPDATE execution SET status = 'cancelled', finished_at = now(), charged_micros = 0, billing = '[]',
    run_at = NULL`);
  expect(await measured()).toEqual({});
});
