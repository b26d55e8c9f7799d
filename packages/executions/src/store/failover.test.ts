/**
 * Failover to a standby that lacks the last commits: a provider call that may have been sent is never sent again as if it were
 * the first.
 */
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { openPair, openTestDatabase, runSql } from '@farebox/testing';
import { expect, test } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep } from '../testing/stores.ts';
import { createExecutionStore } from './index.ts';
import { cancelOverdue, overtaken } from './overdue.ts';
import { createWorkerStore, leaseOf } from './worker/index.ts';

const open = (url: string): Database & AsyncDisposable => {
  const database = openTestDatabase({ url, poolMax: 2, applicationName: 'test' });
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
};
const provider = (database: Database) => createWorkerStore(database, { engine: 'provider', leaseSeconds: 30 });

async function accept(database: Database, projectId: string, steps: 1 | 2 = 1): Promise<string> {
  const { plan } = requestFor(projectId);
  const paid = { ...plan[0]!, engine: 'provider' as const };
  const request = requestFor(projectId, { plan: steps === 1 ? [paid] : [paid, paid], cancelAfterSeconds: 3600 });
  const outcome = await createExecutionStore(database).accept(request);
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  return outcome.execution.id;
}

const intent = (id: string, index = 0) => ({
  index,
  token: `${id}.${index}`,
  provider: 'entry',
  exposureMicros: micros(100n),
});
const done = finishedStep();

async function funded(database: Database): Promise<string> {
  const organizationId = await createOrganization(database, 'Test');
  const projectId = await createProject(database, { organizationId, name: 'Test', monthlyCapMicros: null });
  await topUp(database, { projectId, amountMicros: micros(10_000n), reference: 'start' });
  return projectId;
}

test('after a failover a provider call whose intent was lost has an unknown outcome, step by step', async () => {
  await using pair = await openPair();
  await using before = open(pair.primaryUrl);
  const projectId = await funded(before);
  const sent = await accept(before, projectId, 2);
  const retracted = await accept(before, projectId);
  const untouched = await accept(before, projectId);
  const late = await accept(before, projectId);
  const tried = (await provider(before).claim({ projectId, id: retracted }))!;
  await provider(before).external.dispatch({ ...leaseOf(tried), ...intent(retracted) });
  await provider(before).external.undelivered({ ...leaseOf(tried), index: 0 });
  await provider(before).handBack([tried]);
  await pair.untilCaughtUp();
  await pair.cut();

  // The standby receives none of the following commits.
  const forgotten = (await provider(before).claim({ projectId, id: sent }))!;
  expect(await provider(before).external.dispatch({ ...leaseOf(forgotten), ...intent(sent) })).toBe('committed');
  const again = (await provider(before).claim({ projectId, id: retracted }))!;
  expect(await provider(before).external.dispatch({ ...leaseOf(again), ...intent(retracted) })).toBe('committed');
  await pair.failOver();

  await using after = open(pair.standbyUrl);
  const store = provider(after);
  const unknown = { index: 0, phase: 'unknown', ref: null, provider: null };
  const leased = (await store.claim({ projectId, id: sent }))!;
  expect(leased.open).toMatchObject(unknown);
  expect((await store.claim({ projectId, id: retracted }))!.open).toMatchObject(unknown);
  expect(await store.record({ ...leaseOf(forgotten), steps: [done], handOver: null })).toBe(false);

  // The second step may have been sent as well; a call proven on this timeline not to have arrived is pending again.
  expect(await store.record({ ...leaseOf(leased), steps: [done], handOver: 'provider' })).toBe(true);
  const second = (await store.claim({ projectId, id: sent }))!;
  expect(second.open).toMatchObject({ index: 1, phase: 'unknown' });
  expect(await store.external.dispatch({ ...leaseOf(second), ...intent(sent, 1) })).toBe('committed');
  expect(await store.external.undelivered({ ...leaseOf(second), index: 1 })).toBe(true);
  await store.handBack([second]);
  expect((await store.claim({ projectId, id: sent }))!.open).toMatchObject({ index: 1, phase: 'pending' });

  // An execution whose call may have been sent is not ended at once; a worker looks it up first.
  const cancel = { projectId, id: untouched, keyLineage: 'key_one', role: 'MEMBER' } as const;
  expect((await createExecutionStore(after).requestCancel(cancel)).kind).toBe('requested');
  await runSql(
    pair.standbyUrl,
    `WITH soon AS (UPDATE execution_job SET cancel_after = now() WHERE id = '${late}') UPDATE execution SET cancel_after = now() WHERE id = '${late}'`,
  );
  expect(await cancelOverdue(after, 10)).toEqual([]);
  expect(await overtaken(after, 10)).toEqual([]);
  expect(await store.claim({ projectId, id: untouched })).toMatchObject({ cancelRequested: true, open: unknown });

  // An execution accepted after the failover has no unknown call.
  expect((await store.claim({ projectId, id: await accept(after, projectId) }))!.open).toBeNull();
});
