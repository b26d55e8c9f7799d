import { createMetrics } from '@farebox/telemetry';
import { openTestDatabase, runSql, testDatabase } from '@farebox/testing';
import { expect, onTestFinished, test } from 'vitest';
import { measureBackups } from './backups.ts';

const HOUR_SECONDS = 3600;

test('the age of the newest recorded backup is measured, and without one the age of the database', async () => {
  await using server = await testDatabase();
  const { url } = server;
  const database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'backups-test' });
  onTestFinished(database.close);
  const metrics = createMetrics('test');
  const age = async (): Promise<number> => {
    await measureBackups(database, metrics);
    return (await metrics.backupAge.get()).values[0]?.value ?? Number.NaN;
  };
  await runSql(url, `UPDATE _prisma_migrations SET started_at = now() - interval '50 hours'`);
  expect(await age()).toBeGreaterThanOrEqual(50 * HOUR_SECONDS);
  const record = (hours: number) =>
    runSql(url, `INSERT INTO backup_record (finished_at) VALUES (now() - interval '${hours} hours')`);
  await record(30);
  await record(20);
  expect(Math.floor((await age()) / HOUR_SECONDS)).toBe(20);
  expect((await metrics.walArchiveFailing.get()).values[0]?.value).toBe(0);
});
