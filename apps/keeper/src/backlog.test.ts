import { createMetrics } from '@tollgate/telemetry';
import { expect, test } from 'vitest';
import { measureBacklog } from './backlog.ts';
import { openGround } from './testing/ground.ts';

test('open executions are counted by status with the age of the oldest, and count no more once they are over', async () => {
  await using ground = await openGround();
  const metrics = createMetrics('test');
  const measured = async () => {
    await measureBacklog(ground.database, metrics);
    const [open, oldest] = [await metrics.executionsOpen.get(), await metrics.executionsOldest.get()];
    const of = ({ values }: typeof open) => values.map(({ value }) => Math.round(value));
    return { open: of(open), oldest: of(oldest) };
  };

  expect(await measured()).toEqual({ open: [0, 0, 0], oldest: [0, 0, 0] });
  await ground.accept();
  await ground.accept();
  await ground.sql(`UPDATE execution SET created_at = now() - interval '90 seconds'
    WHERE id = (SELECT min(id) FROM execution) RETURNING 1`);
  expect(await measured()).toEqual({ open: [2, 0, 0], oldest: [90, 0, 0] });
  await ground.sql(`UPDATE execution SET status = 'running' WHERE id = (SELECT min(id) FROM execution) RETURNING 1`);
  expect(await measured()).toMatchObject({ open: [1, 1, 0] });
  await ground.sql(`UPDATE execution SET status = 'cancelled', finished_at = now(), charged_micros = 0, billing = '[]',
    dispatch_at = NULL RETURNING 1`);
  expect(await measured()).toEqual({ open: [0, 0, 0], oldest: [0, 0, 0] });
});
