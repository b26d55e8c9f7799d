/** The charge of each step, as readers see it. */
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { chargeOf, NO_CHARGE } from '../core/charge.ts';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep, openStores } from '../testing/stores.ts';
import { type ClaimedExecution, leaseOf } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

/** Prices of three steps: the first two are recorded before the end, the last with it. */
const PRICES = ['3', '5', '0'];
const BOUNDS = { minimumMicros: micros(60n), maximumMicros: micros(1_000n) };

async function claimed(projectId: string): Promise<ClaimedExecution> {
  const plan = PRICES.map((unitPriceMicros, index) => ({
    name: `step-${index}`,
    engine: 'image' as const,
    operation: 'resize',
    parameters: {},
    inputs: {},
    price: { description: `Step ${index}`, unit: 'megapixel', unitPriceMicros, unitsMax: 100 },
  }));
  const accepted = await store.accept(requestFor(projectId, { ...BOUNDS, plan }));
  const execution = 'execution' in accepted ? await worker.claim({ projectId, id: accepted.execution.id }) : null;
  if (execution === null) throw new Error(`it was not accepted and claimed: ${accepted.kind}`);
  return execution;
}

const step = (index: number, status: 'succeeded' | 'failed' = 'succeeded') =>
  finishedStep(index, { status, units: 4n });

const stepCharges = async (projectId: string, id: string): Promise<(number | null | undefined)[]> =>
  (await store.get(projectId, id))?.steps.map(({ chargedMicros }) => chargedMicros) ?? [];

it('each step of a success shows its charge; the supplement to the minimum belongs to no step', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const execution = await claimed(projectId);
  const { id, plan } = execution;
  await worker.record({ ...leaseOf(execution), steps: [step(0), step(1)], handOver: null });
  expect(await stepCharges(projectId, id)).toEqual([null, null, null]);
  const measured = [0, 1, 2].map((index) => ({ index, units: 4n }));
  const charge = chargeOf(plan, measured, BOUNDS);
  const end = { statusReason: null, error: null, result: undefined };
  expect(await worker.finish({ ...leaseOf(execution), status: 'succeeded', charge, steps: [step(2)], ...end })).toBe(
    true,
  );
  // 4 × 3, 4 × 5 and 0; the supplement to the minimum of 60 is 28.
  expect(await stepCharges(projectId, id)).toEqual([12, 20, 0]);
  expect(await store.get(projectId, id)).toMatchObject({ chargedMicros: 60 });
});

it('steps of a failure without cost show 0, and a step that never ran shows null', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const execution = await claimed(projectId);
  const { id } = execution;
  await worker.record({ ...leaseOf(execution), steps: [step(0)], handOver: null });
  const end = { statusReason: 'step_failed', error: { status: 'INTERNAL', message: 'step_failed' }, result: undefined };
  await worker.finish({
    ...leaseOf(execution),
    status: 'failed',
    charge: NO_CHARGE,
    steps: [step(1, 'failed')],
    ...end,
  });
  expect(await stepCharges(projectId, id)).toEqual([0, 0, null]);
});
