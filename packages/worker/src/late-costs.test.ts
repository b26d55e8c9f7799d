/**
 * Responses that arrive after their execution has ended without them: the customer is not charged, and their cost is
 * recorded.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CostBasis, OUTCOME_UNKNOWN, chargeOfCosts, createWorkerStore, leaseOf } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObserver } from './observer.ts';
import { type Fixture, WAIT, WRONG_ACCOUNTS, openFixture, silent } from './testing/fixture.ts';
import { createSpool } from './spool/spool.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const COST = micros(33n);
const NOTHING_KNOWN = { provider: 'p', model: 'm', statedMicros: null, derivedMicros: null, invoiceAfterSeconds: null };
const STATED: CostBasis = { ...NOTHING_KNOWN, statedMicros: COST };

/** Ends the execution as the next claim and, at the end of the review, the keeper do. */
async function endedWithoutReply(id: string): Promise<void> {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  await fixture.sql(`UPDATE execution SET leased_until = instant() WHERE id = '${id}' AND leased_until IS NOT NULL`);
  const claimed = (await store.claim({ projectId: fixture.projectId, id }))!;
  const costs = [{ index: 0, costMicros: micros(0n), basis: NOTHING_KNOWN }];
  const end = { ...OUTCOME_UNKNOWN, charge: chargeOfCosts([], claimed), steps: [], costs, result: undefined };
  expect(await store.finish({ ...leaseOf(claimed), ...end })).toBe(true);
}

async function isBorne(id: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await fixture.sql('SELECT booked_micros, late_micros, margin_micros FROM provider_cost')).toEqual([
      { booked_micros: 0n, late_micros: 33n, margin_micros: -33n },
    ]);
  }, WAIT);
  expect(await fixture.get(id)).toMatchObject({ status: 'failed', chargedMicros: 0, statusReason: 'outcome_unknown' });
  expect(
    await fixture.sql(
      `SELECT * FROM ledger_check_costs(ARRAY(SELECT project_id FROM execution WHERE id = '${id}'), ARRAY['${id}'])`,
    ),
  ).toEqual([]);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test('a late response is recorded as the operator’s cost', async () => {
  const callResult = Promise.withResolvers<void>();
  let sends = 0;
  const worker = fixture.worker({
    work: async ({ external }) => {
      await external.dispatch('entry');
      sends++;
      await callResult.promise;
      return { artifacts: [], units: 1, costMicros: COST, basis: STATED };
    },
  });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(sends).toBe(1), WAIT);
  await endedWithoutReply(id);
  callResult.resolve();
  await isBorne(id);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  expect(worker.warnings).toContainEqual(expect.stringMatching(/too late, and is not charged.*"borneMicros":"33"/));
});

test('a late response from a disk that came back too late is recorded too', async () => {
  const id = await fixture.accept([{}]);
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const leased = leaseOf((await store.claim({ projectId: fixture.projectId, id }))!);
  await store.external.dispatch({ ...leased, index: 0, token: `${id}.0`, provider: 'entry', exposureMicros: COST });
  await endedWithoutReply(id);
  const directory = join(fixture.directory, 'disk');
  const spool = createSpool({ artifacts: fixture.artifacts, directory, observer: createObserver({ logger: silent }) });
  const times = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const step = { index: 0, status: 'succeeded', attempt: 1, units: 1n, result: undefined, ...times } as const;
  const location = { projectId: fixture.projectId, executionId: id, step: 0 };
  const callResult = { kind: 'succeeded', step: { ...step, costMicros: COST, basis: STATED } } as const;
  expect(await spool.keepHere({ location, callResult, paths: [] })).toBe(true);
  fixture.worker({}, { spoolDirectory: directory });
  await isBorne(id);
  await vi.waitFor(async () => expect(await readdir(directory)).toEqual([]), WAIT);
});
