/** The provider entry is part of the intent of a provider call: another entry is allowed only after the intent was retracted. */
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { createWorkerStore, leaseOf } from './worker/index.ts';

const { fixture, store } = await openStores();

it('a later claim gets the entry of the last intent, and another entry is refused while that intent stands', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const { plan } = requestFor(projectId);
  const outcome = await store.accept(requestFor(projectId, { plan: [{ ...plan[0]!, engine: 'provider' as const }] }));
  if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
  const execution = { projectId, id: outcome.execution.id };
  const worker = createWorkerStore(fixture.database, { engine: 'provider', leaseSeconds: 30 });
  const claim = async () => (await worker.claim(execution))!;

  const first = await claim();
  expect(first.open).toBeNull();
  const intent = (claimed: typeof first, provider: string) => ({
    ...leaseOf(claimed),
    index: 0,
    token: `${execution.id}.0`,
    provider,
    exposureMicros: micros(100n),
  });
  expect(await worker.external.dispatch(intent(first, 'main'))).toBe('committed');
  expect(await worker.external.dispatch(intent(first, 'main'))).toBe('committed');
  await expect(worker.external.dispatch(intent(first, 'spare'))).rejects.toThrow('another entry');

  expect(await worker.external.undelivered({ ...leaseOf(first), index: 0 })).toBe(true);
  expect(await worker.external.dispatch(intent(first, 'spare'))).toBe('committed');
  await worker.handBack([first]);
  const second = await claim();
  expect(second.open).toMatchObject({ phase: 'dispatching', provider: 'spare' });
  await expect(worker.external.dispatch(intent(second, 'main'))).rejects.toThrow('another entry');
});
