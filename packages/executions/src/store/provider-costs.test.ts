/** Costs of provider calls: noted once, together with the end of their step, final, and completed by later statements. */
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { type CostBasis, chargeOfCosts } from '../core/charge.ts';
import { requestFor } from '../testing/fixture.ts';
import { finishedStep, openStores } from '../testing/stores.ts';
import { createProviderCosts } from '@farebox/providers';
import { type ClaimedExecution, leaseOf } from './worker/index.ts';

const { fixture, store, worker } = await openStores('provider');

const sql = (text: string) => fixture.database.rows<Record<string, unknown>>(Prisma.raw(text));

const BOUNDS = { minimumMicros: micros(0n), maximumMicros: micros(100_000n) };
const PLAN = [0, 1].map((index) => ({
  name: `step-${index}`,
  engine: 'provider' as const,
  operation: 'generate-image',
  parameters: {},
  inputs: {},
  price: { description: 'Image', unit: 'image', unitPriceMicros: '50000', unitsMax: 1 },
}));

async function claimed(projectId: string): Promise<ClaimedExecution> {
  const accepted = await store.accept(requestFor(projectId, { ...BOUNDS, plan: PLAN }));
  const execution = 'execution' in accepted ? await worker.claim({ projectId, id: accepted.execution.id }) : null;
  if (execution === null) throw new Error(`it was not accepted and claimed: ${accepted.kind}`);
  return execution;
}

const finished = (index: number, status: 'succeeded' | 'failed', costMicros: bigint) =>
  finishedStep(index, { status, costMicros: micros(costMicros) });

const basis = (stated: bigint | null, derived: bigint | null): CostBasis => ({
  provider: 'predictions',
  model: 'sim',
  statedMicros: stated === null ? null : micros(stated),
  derivedMicros: derived === null ? null : micros(derived),
  invoiceAfterSeconds: stated === null ? 0 : null,
});
const cost = (index: number, booked: bigint, known: CostBasis) => ({ index, costMicros: micros(booked), basis: known });
const ENDED = { statusReason: 'cancelled_by_request', error: null, result: undefined } as const;

/** Creates an execution whose first step is recorded at a stated cost and whose second is cancelled at a derived one. */
async function cancelled(): Promise<ClaimedExecution> {
  const execution = await claimed(await fixture.project({ balanceMicros: 1_000_000n }));
  const leased = leaseOf(execution);
  const costs = [cost(0, 10_000n, basis(10_000n, 12_000n))];
  await worker.record({ ...leased, steps: [finished(0, 'succeeded', 10_000n)], costs, handOver: null });
  const all = [...costs, cost(1, 700n, basis(null, 700n))];
  const charge = chargeOfCosts(all, execution);
  const steps = [finished(1, 'failed', 700n)];
  expect(await worker.finish({ ...leased, ...ENDED, status: 'cancelled', charge, steps, costs: all })).toBe(true);
  return execution;
}

const rows = (id: string) =>
  sql(`SELECT step, stated_micros, derived_micros, booked_micros, late_micros, margin_micros
              FROM provider_cost WHERE execution_id = '${id}' ORDER BY step`);
const row = (step: number, amounts: readonly (bigint | null)[]) => {
  const [stated_micros, derived_micros, booked_micros, late_micros, margin_micros] = amounts;
  return { step, stated_micros, derived_micros, booked_micros, late_micros, margin_micros };
};
const found = (id: string) =>
  sql(
    `SELECT rule, problem FROM ledger_check_costs(ARRAY(SELECT project_id FROM execution WHERE id = '${id}'), ARRAY['${id}'])`,
  );

it('each step keeps the stated cost, the cost by the tariff, and the booked cost', async () => {
  const { projectId, id } = await cancelled();
  expect(await rows(id)).toEqual([row(0, [10_000n, 12_000n, 10_000n, null, 0n]), row(1, [null, 700n, 700n, null, 0n])]);
  expect(await store.get(projectId, id)).toMatchObject({ chargedMicros: 10_700 });
  expect(await found(id)).toEqual([]);
});

it('a late invoice is borne by the operator, changes no charge, and is recorded once', async () => {
  const { projectId, id } = await cancelled();
  const costs = createProviderCosts(fixture.database);
  const due = (await costs.due(['predictions'], 100)).filter(({ executionId }) => executionId === id);
  expect(due).toEqual([{ projectId, executionId: id, step: 1, provider: 'predictions', ref: null }]);
  expect(await costs.statedLate({ projectId, executionId: id, step: 1 }, micros(900n))).toBe(200n);
  expect(await costs.statedLate({ projectId, executionId: id, step: 1 }, micros(5n))).toBeNull();
  expect(await costs.statedLate({ projectId, executionId: id, step: 0 }, micros(5n))).toBeNull();
  expect(await rows(id)).toMatchObject([{}, row(1, [null, 700n, 700n, 900n, -200n])]);
  expect(await store.get(projectId, id)).toMatchObject({ chargedMicros: 10_700 });
  expect(await found(id)).toEqual([]);
});

it('a missing invoice is queried five times, then never again', async () => {
  const { id } = await cancelled();
  const costs = createProviderCosts(fixture.database);
  for (let lookup = 0; lookup < 8; lookup++) {
    await costs.due(['openai'], 100);
    await costs.due(['predictions'], 100);
    await sql(`UPDATE provider_cost SET lookup_at = now() WHERE execution_id = '${id}' AND lookup_at IS NOT NULL`);
  }
  expect(await sql(`SELECT lookups, lookup_at FROM provider_cost WHERE execution_id = '${id}' AND step = 1`)).toEqual([
    { lookups: 5, lookup_at: null },
  ]);
});

it('a booked cost is final for any writer', async () => {
  const { id } = await cancelled();
  for (const statement of [
    `UPDATE provider_cost SET booked_micros = 0 WHERE execution_id = '${id}'`,
    `UPDATE provider_cost SET derived_micros = 1000000 WHERE execution_id = '${id}'`,
    `DELETE FROM provider_cost WHERE execution_id = '${id}'`,
    'TRUNCATE provider_cost',
  ])
    await expect(sql(statement), statement).rejects.toThrow('final');
});

it('a cost that is neither stated nor given by a tariff cannot be booked', async () => {
  const { projectId, id } = await cancelled();
  const insert = `INSERT INTO provider_cost (project_id, execution_id, step, provider, model, stated_micros, booked_micros)
                  VALUES ('${projectId}', '${id}', 7, 'p', 'm', 10, 11)`;
  await expect(sql(insert)).rejects.toThrow('check constraint');
});

it('the ledger check finds a step whose cost differs from the booked provider cost', async () => {
  const { id } = await cancelled();
  const other = await claimed(await fixture.project({ balanceMicros: 1_000_000n }));
  const steps = [finished(0, 'failed', 50_000n), finished(1, 'failed', 9n)];
  const costs = [cost(0, 10_000n, basis(10_000n, null))];
  const charge = chargeOfCosts([{ index: 0, costMicros: micros(50_000n) }], other);
  await worker.finish({ ...leaseOf(other), ...ENDED, status: 'cancelled', charge, steps, costs });
  const problem =
    "step 0 (failed) cost 50000, its provider's call was booked at 10000; step 1 (failed) cost 9, its provider's call was booked at nothing";
  expect(await found(other.id)).toEqual([{ rule: 'cost', problem }]);
  expect(await found(id)).toEqual([]);
});

it('a paid result with a lone surrogate is recorded and delivered, and its cost is booked', async () => {
  const execution = await claimed(await fixture.project({ balanceMicros: 1_000_000n }));
  const leased = leaseOf(execution);
  const costs = [0, 1].map((index) => cost(index, 700n, basis(700n, null)));
  const steps = [0, 1].map((index) => ({ ...finished(index, 'succeeded', 700n), result: { 'a\ud800': 'b\udc00' } }));
  expect(await worker.record({ ...leased, steps: [steps[0]!], costs: [costs[0]!], handOver: null })).toBe(true);
  const charge = { chargedMicros: micros(0n), billing: [] };
  const ending = { ...leased, ...ENDED, statusReason: null, status: 'succeeded', charge } as const;
  expect(await worker.finish({ ...ending, steps: [steps[1]!], costs, result: steps[1]!.result })).toBe(true);
  const { output } = (await store.get(execution.projectId, execution.id))!;
  expect(output.result).toEqual({ 'a\ufffd': 'b\ufffd' });
  expect((await rows(execution.id)).map(({ booked_micros }) => booked_micros)).toEqual([700n, 700n]);
});
