import { createOrganization, createProject } from '@farebox/identity';
import { setLowBalance, topUp } from '@farebox/ledger';
import { micros } from '@farebox/kernel';
import { createMetrics } from '@farebox/telemetry';
import { runSql } from '@farebox/testing';
import { expect, test } from 'vitest';
import { measureBalances } from './balances.ts';
import { openProjectFixture } from '@farebox/executions/testing';

test('live projects below their threshold are counted, until they have more, unset it or are archived', async () => {
  await using fixture = await openProjectFixture();
  const { database, projectId } = fixture;
  const metrics = createMetrics('test');
  const low = async (): Promise<number | undefined> => {
    await measureBalances(database, metrics);
    return (await metrics.balancesLow.get()).values[0]?.value;
  };
  const threshold = (id: string, lowBalanceMicros: bigint | null) =>
    database.transaction((transaction) => setLowBalance(transaction, { projectId: id, lowBalanceMicros }));

  expect(await low()).toBe(0);
  await threshold(projectId, 1_000_000n); // exactly its balance
  expect(await low()).toBe(0);
  await fixture.accept(); // held money is not available
  expect(await low()).toBe(1);
  const organizationId = await createOrganization(database, 'Other');
  const other = await createProject(database, { organizationId, name: 'Other' });
  const play = await createProject(database, { organizationId, name: 'Play', environment: 'test' });
  for (const id of [other, play]) await threshold(id, 5n);
  expect(await low()).toBe(2);
  await topUp(database, { projectId: other, amountMicros: micros(5n), reference: 'more' });
  expect(await low()).toBe(1);
  await threshold(other, 6n);
  await threshold(projectId, null);
  expect(await low()).toBe(1);
  await runSql(fixture.url, `UPDATE project SET archived_at = now(), execution_enabled = false WHERE id = '${other}'`);
  expect(await low()).toBe(0);
});
