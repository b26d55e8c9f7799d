/**
 * Provider calls whose journal is briefly unavailable, or whose operation fails: no call is forgotten, and none is
 * recorded twice.
 */
import { createWorkerStore } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancelledExternally } from './operation.ts';
import { type Fixture, WAIT, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function notified(): Promise<string> {
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  return id;
}

test('a call left open by an error after a cancel is continued by a new claim, not repeatedly by the same one', async () => {
  let runs = 0;
  const worker = fixture.worker({
    work: async ({ external, signal }) => {
      if (runs++ > 0) throw new CancelledExternally({ costMicros: micros(33n) });
      await external.dispatch('entry');
      const id = external.token.split('.')[0]!;
      await fixture.executions.requestCancel({
        projectId: fixture.projectId,
        id,
        keyLineage: 'key_one',
        role: 'MEMBER',
      });
      await vi.waitFor(() => expect(signal.aborted).toBe(true), WAIT);
      throw new Error('broken off');
    },
  });
  const id = await notified();
  await vi.waitFor(async () => {
    await fixture.sql(
      `UPDATE execution SET run_at = instant() WHERE attempts = 1 AND claim_token IS NULL AND finished_at IS NULL`,
    );
    await fixture.notify(id);
    expect(await fixture.get(id)).toMatchObject({ status: 'cancelled', chargedMicros: 33 });
  }, WAIT);
  expect(runs).toBe(2);
  expect(worker.warnings).toEqual([expect.stringContaining('an operation crashed')]);
});

test('a lost response of the journal is requested again, because a committed intent without a response would look like a call', async () => {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const lost = new Set<string>();
  async function losing<T>(name: string, call: Promise<T>): Promise<T> {
    const reply = await call;
    if (lost.has(name)) return reply;
    lost.add(name);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
  }
  const external: typeof store.external = {
    dispatch: (intent) => losing('dispatch', store.external.dispatch(intent)),
    undelivered: (step) => losing('undelivered', store.external.undelivered(step)),
    submitted: (step, ref) => losing('submitted', store.external.submitted(step, ref)),
  };
  let runs = 0;
  const work = async ({ external: step }: Parameters<Parameters<Fixture['worker']>[0][string]>[0]) => {
    runs++;
    expect(await step.dispatch('entry')).toBe('committed');
    await step.undelivered();
    expect(await step.dispatch('entry')).toBe('committed');
    await step.submitted('prediction-1');
    return { artifacts: [], units: 1 };
  };
  fixture.worker({ work }, { store: { ...store, external } });
  const id = await notified();
  await fixture.untilStatus(id, 'succeeded');
  expect(runs).toBe(1);
  expect([...lost]).toEqual(['dispatch', 'undelivered', 'submitted']);
});
