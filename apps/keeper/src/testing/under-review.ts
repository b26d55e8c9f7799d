/** For tests: an execution whose provider call has an unknown outcome, as a worker leaves it. */
import { type FinishedStep, createWorkerStore, leaseOf } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { type ProjectFixture, stepOf } from '@farebox/executions/testing';

/** Creates an execution whose only step was sent to a provider and has an unknown outcome. */
export async function underReview(
  fixture: ProjectFixture,
  done: readonly FinishedStep[] = [],
  plan = [...done, null].map(() => stepOf('image')),
): Promise<string> {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const index = done.length;
  const id = await fixture.accept({ plan });
  const claimed = await store.claim({ projectId: fixture.projectId, id });
  if (claimed === null) throw new Error('it was not claimed');
  const leased = leaseOf(claimed);
  await store.record({ ...leased, steps: done, handOver: null });
  await store.external.dispatch({
    ...leased,
    index,
    token: `${id}.${index}`,
    provider: 'entry',
    exposureMicros: micros(100n),
  });
  const times = { backoffSeconds: 10, resolveSeconds: 72 * 3600 };
  if (!(await store.review({ ...leased, step: index, reason: 'no_answer' }, times)))
    throw new Error('it is not under review');
  return id;
}
