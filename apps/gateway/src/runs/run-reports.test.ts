/** Reports of one run, which wait for each other in the database: a hostile runner sends any number of them at once. */
import { pullRuns } from '@farebox/tools';
import { expect, test } from 'vitest';
import { startTestGateway } from '../testing/gateway.fixture.ts';
import { newRunner, offerRun } from '../testing/runs.fixture.ts';

test('reports that wait for each other leave the connections of the database to customers and other runners', async () => {
  await using gateway = await startTestGateway();
  const { token: customer } = await (await gateway.newProject()).newKey();
  const working = async () => {
    const { tool, keyId, token: key } = await newRunner(gateway);
    const token = await offerRun(gateway, tool);
    const claim = await pullRuns(gateway.database).claim({ tool, keyId });
    const json = { lease: 'lease' in claim ? claim.lease : '', reply: { status: 'running' } };
    return { token, report: async () => (await gateway.call(`POST /runs/${token}/report`, { key, json })).status };
  };
  const [hostile, other] = [await working(), await working()];
  const statuses: number[] = [];
  const sent: Promise<unknown>[] = [];
  await gateway.database.transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM runner_run WHERE token = ${hostile.token} FOR UPDATE`;
    for (let n = 0; n < 100; n++) sent.push(hostile.report().then((status) => statuses.push(status)));
    await expect.poll(() => statuses.length).toBeGreaterThan(80);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const waiting = async () => {
      const [row] = await transaction.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    expect(await waiting()).toBe(1);
    expect((await gateway.call('GET /tools/project', { key: customer })).status).toBe(200);
    expect(await other.report()).toBe(200);
  });
  await Promise.all(sent);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(await hostile.report()).toBe(200);
});
