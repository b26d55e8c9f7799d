/** Accepting: once per idempotency key and never beyond balance or cap, under any concurrency. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { micros } from '@farebox/kernel';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import type { AcceptOutcome } from './accept.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';

let fixture: Fixture;
/** Two gateways: each groups its own queries, and they meet in the database. */
let gateways: readonly [ExecutionStore, ExecutionStore];

beforeAll(async () => {
  fixture = await openFixture();
  gateways = [createExecutionStore(fixture.database), createExecutionStore(fixture.database)];
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const count = (outcomes: readonly AcceptOutcome[], kind: AcceptOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

it('50 identical requests at once on two gateways create one execution with one hold', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const request = requestFor(projectId);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => gateways[index % 2 === 0 ? 0 : 1].accept(request)),
  );
  expect(count(outcomes, 'accepted')).toBe(1);
  expect(count(outcomes, 'replayed')).toBe(49);
  const ids = new Set(outcomes.map((outcome) => ('execution' in outcome ? outcome.execution.id : 'none')));
  expect(ids.size).toBe(1);
  expect(await fixture.balance(projectId)).toEqual({ available: 9_900n, held: 100n, spent: 0n });
});

it('200 distinct requests at once against a balance for 37 accept exactly 37', async () => {
  const projectId = await fixture.project({ balanceMicros: 3_799n });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => gateways[index % 2 === 0 ? 0 : 1].accept(requestFor(projectId))),
  );
  expect(count(outcomes, 'accepted')).toBe(37);
  expect(count(outcomes, 'insufficient_balance')).toBe(163);
  expect(await fixture.balance(projectId)).toEqual({ available: 99n, held: 3_700n, spent: 0n });
});

it('held and settled amounts together never exceed the monthly cap, and a refusal states the remaining amount', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n, capMicros: 250n });
  const accepting = Promise.all(Array.from({ length: 5 }, () => gateways[0].accept(requestFor(projectId))));
  await expect(accepting).resolves.toHaveLength(5);
  const outcomes = await accepting;
  expect(count(outcomes, 'accepted')).toBe(2);
  const refused = outcomes.find((outcome) => outcome.kind === 'monthly_cap_reached');
  expect(refused).toEqual({ kind: 'monthly_cap_reached', availableMicros: 50n, requiredMicros: 100n });
});

it('requests of the same moment share few queries, and the size of each query is reported', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  const sizes: number[] = [];
  const store = createExecutionStore(fixture.database, (call, size) => void (call === 'accept' && sizes.push(size)));
  await Promise.all(Array.from({ length: 40 }, () => store.accept(requestFor(projectId))));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(40);
  expect(sizes.length).toBeLessThan(10);
});

it('a grouped query for many projects holds each amount on its own account', async () => {
  const projects = await Promise.all(Array.from({ length: 8 }, () => fixture.project({ balanceMicros: 250n })));
  const outcomes = await Promise.all(projects.flatMap((id) => [0, 1, 2].map(() => gateways[0].accept(requestFor(id)))));
  expect(count(outcomes, 'accepted')).toBe(16);
  for (const id of projects) expect(await fixture.balance(id)).toEqual({ available: 50n, held: 200n, spent: 0n });
});

it('the same key with another body or from another key lineage is a conflict and holds nothing', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const request = requestFor(projectId);
  await gateways[0].accept(request);
  expect(await gateways[1].accept({ ...request, bodyHash: 'cd'.repeat(32) })).toMatchObject({ kind: 'conflict' });
  expect(await gateways[1].accept({ ...request, keyLineage: 'key_two' })).toMatchObject({ kind: 'conflict' });
  expect(await gateways[1].accept({ ...request, keyId: 'key_rotated' })).toMatchObject({ kind: 'replayed' });
  expect(await fixture.balance(projectId)).toEqual({ available: 900n, held: 100n, spent: 0n });
});

it('a refused request does not use up its idempotency key', async () => {
  const projectId = await fixture.project({ balanceMicros: 50n });
  const request = requestFor(projectId);
  expect(await gateways[0].accept(request)).toMatchObject({ kind: 'insufficient_balance', availableMicros: 50n });
  expect(await gateways[0].findByIdempotencyKey(projectId, request.idempotencyKey)).toBeNull();
});

it('repeated requests of the same moment get the outcome of the first: equal refusals, or one execution', async () => {
  const projectId = await fixture.project({ balanceMicros: 150n, capMicros: 10_000n });
  const tooMuch = requestFor(projectId, { maximumMicros: micros(200n) });
  const other = requestFor(projectId);
  const same = { ...tooMuch, maximumMicros: micros(40n) };
  const outcomes = await Promise.all([tooMuch, other, tooMuch, same, same, tooMuch].map(gateways[0].accept));
  const refused = { kind: 'insufficient_balance', availableMicros: 150n, requiredMicros: 200n };
  expect(outcomes[0]).toEqual(refused);
  expect(outcomes[1]).toMatchObject({ kind: 'accepted' });
  expect(outcomes[2]).toEqual(refused);
  expect(outcomes.slice(3).map(({ kind }) => kind)).toEqual(['accepted', 'replayed', 'replayed']);
  expect(await fixture.balance(projectId)).toEqual({ available: 10n, held: 140n, spent: 0n });
});

it('a replay does not affect the other requests of its grouped query', async () => {
  const projectId = await fixture.project({ balanceMicros: 400n });
  const before = requestFor(projectId);
  expect(await gateways[0].accept(before)).toMatchObject({ kind: 'accepted' });
  const other = { ...before, bodyHash: 'cd'.repeat(32) };
  const moment = [
    requestFor(projectId),
    before,
    requestFor(projectId),
    other,
    requestFor(projectId),
    requestFor(projectId),
  ];
  const outcomes = await Promise.all(moment.map(gateways[0].accept));
  const kinds = ['accepted', 'replayed', 'accepted', 'conflict', 'accepted', 'insufficient_balance'];
  expect(outcomes.map(({ kind }) => kind)).toEqual(kinds);
  expect(await fixture.balance(projectId)).toEqual({ available: 0n, held: 400n, spent: 0n });
});

it('the response to an accept equals the response to a poll', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const outcome = await gateways[0].accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  expect(await gateways[1].get(projectId, outcome.execution.id)).toEqual(outcome.execution);
});
