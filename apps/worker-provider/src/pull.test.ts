/** Calls of runners that ask for work themselves: the table in place of a connection, with a real database. */
import { Prisma } from '@farebox/db';
import type { Readiness } from '@farebox/tools';
import { expireLease } from '@farebox/tools/testing/pull';
import { OutcomeUnknown, PlacesTaken } from '@farebox/worker';
import { expect, test, vi } from 'vitest';
import { openPullShop, type PullShop } from './testing/pull-shop.ts';
import { failureOf } from './testing/runner-shop.ts';
import { DONE } from './testing/runner.ts';

const WAIT = { timeout: 30_000, interval: 20 };
const rowsOf = ({ database }: PullShop) =>
  database.rows<{ token: string; state: string }>(Prisma.sql`SELECT token, state FROM runner_run ORDER BY created_at`);
/** Asks for work once, so that the tool is ready. */
const asked = ({ runs, key }: PullShop) => runs.claim({ tool: key.tool, keyId: key.id });

test('a run is offered, claimed and reported, and its units and cost are believed as those of any runner', async () => {
  await using shop = await openPullShop();
  const runner = shop.runner(() => ({ ...DONE, units: 2, cost: { usd: '0.0009' } }));
  const ready: Readiness = 'ready';
  await vi.waitFor(async () => expect(await shop.runs.readiness(shop.key.tool, 2)).toBe(ready), WAIT);
  const step = shop.call();
  expect(await step.run()).toMatchObject({ result: { lines: ['FAREBOX'] }, units: 2, costMicros: 900n });
  expect(step.journal.writes).toEqual(['dispatch', 'submitted']);
  const [start] = runner.begun;
  expect(start).toMatchObject({ protocol: 1, tool: 'acme-read-text', version: 1, arguments: { page: 3 } });
  expect(await rowsOf(shop)).toEqual([{ token: runner.claims[0]?.token, state: 'ended' }]);
});

test('a wrong statement of a runner is a finding, and never a charge', async () => {
  await using shop = await openPullShop();
  shop.runner(() => ({ ...DONE, units: 6, cost: { usd: '-1' } }));
  await asked(shop);
  expect(await shop.call().run()).toMatchObject({ units: 5, costMicros: 0n });
  expect(shop.fixture.findings.toSorted()).toEqual(['tool-acme-read-text cost', 'tool-acme-read-text units']);
});

test.each([
  [
    'a result that is too large',
    { status: 'succeeded', result: 'x'.repeat(70_000), cost: { usd: '0.01' } },
    'provider_output_invalid',
  ],
  [
    'a failure',
    { status: 'failed', reason: 'content_rejected', billed: true, cost: { usd: '0.0004' } },
    'content_rejected',
  ],
])('%s costs the customer nothing', async (_, reply, reason) => {
  await using shop = await openPullShop();
  shop.runner(() => reply);
  await asked(shop);
  expect(await failureOf(shop.call())).toMatchObject({ reason, costMicros: 0n });
});

test('without a runner that asked for work, nothing is offered and no intent is committed', async () => {
  await using shop = await openPullShop();
  const step = shop.call();
  step.journal.onDispatch = () => setImmediate(() => step.stop('cancel'));
  await expect(step.run()).rejects.toBeInstanceOf(PlacesTaken);
  expect([step.journal.writes, await rowsOf(shop)]).toEqual([[], []]);
});

test('a tool that has all runs that it takes at once gets no more, whichever worker offered them', async () => {
  await using shop = await openPullShop();
  await asked(shop);
  const offered = {
    tool: shop.key.tool,
    version: 1,
    start: '{}',
    isIdempotent: false,
    deadline: new Date(Date.now() + 60_000),
  };
  for (const token of ['of-another-1', 'of-another-2']) await shop.runs.offer({ token, ...offered });
  const step = shop.call();
  step.journal.onDispatch = () => setImmediate(() => step.stop('cancel'));
  await expect(step.run()).rejects.toBeInstanceOf(PlacesTaken);
  expect([step.journal.writes, (await rowsOf(shop)).length]).toEqual([[], 2]);
});

test('the run of a dead runner has an unknown outcome if it may not be repeated, and a late report in the review delivers it', async () => {
  await using shop = await openPullShop();
  const dies = Promise.withResolvers<void>();
  const runner = shop.runner(() => (dies.resolve(), null));
  await asked(shop);
  const step = shop.call();
  const outcome = step.run().catch((error: unknown) => error);
  await dies.promise;
  await expireLease(shop.database, runner.claims[0]?.token ?? '');
  expect(await outcome).toBeInstanceOf(OutcomeUnknown);
  expect([runner.claims.length, step.journal.phase]).toEqual([1, 'submitted']);
  step.journal.inReview = true;
  await expect(step.run()).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(await runner.report(runner.claims[0]!, { ...DONE, units: 2 })).toMatchObject({ kind: 'taken' });
  expect(await step.run()).toMatchObject({ units: 2 });
  expect(runner.begun).toHaveLength(1);
});

test('another runner takes over an idempotent run, and the report of the first one changes nothing', async () => {
  await using shop = await openPullShop({ idempotent: true });
  const dies = Promise.withResolvers<void>();
  let times = 0;
  const runner = shop.runner(() => (++times === 1 ? (dies.resolve(), null) : { ...DONE, units: 3 }));
  await asked(shop);
  const outcome = shop.call().run();
  await dies.promise;
  await expireLease(shop.database, runner.claims[0]?.token ?? '');
  expect(await outcome).toMatchObject({ units: 3 });
  const [first, second] = runner.claims;
  expect([second?.token, second?.lease === first?.lease]).toEqual([first?.token, false]);
  expect(await runner.report(first!, { ...DONE, units: 5 })).toEqual({ kind: 'run_lease_lost' });
});

test('a cancel ends a run that nobody claimed, without a cost, and nobody claims it later', async () => {
  await using shop = await openPullShop();
  await asked(shop);
  const step = shop.call();
  const outcome = step.run().catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await rowsOf(shop)).toMatchObject([{ state: 'waiting' }]), WAIT);
  step.stop('cancel');
  expect(await outcome).toMatchObject({ name: 'CancelledExternally', costMicros: 0n });
  expect(await rowsOf(shop)).toMatchObject([{ state: 'ended' }]);
  expect(await asked(shop)).toEqual({ kind: 'none' });
});

test('a cancel reaches the runner by its next report, and its stated cost is on record', async () => {
  await using shop = await openPullShop({ onFailure: 'stated' });
  const begun = Promise.withResolvers<void>();
  const runner = shop.runner(async (_, claim) => {
    begun.resolve();
    await vi.waitFor(async () => {
      expect(await runner.report(claim, { status: 'running' })).toEqual({ kind: 'taken', cancel: true });
    }, WAIT);
    return { status: 'cancelled', cost: { usd: '0.0002' } };
  });
  await asked(shop);
  const step = shop.call();
  const outcome = step.run().catch((error: unknown) => error);
  await begun.promise;
  step.stop('cancel');
  expect(await outcome).toMatchObject({ costMicros: 200n });
  expect(await rowsOf(shop)).toMatchObject([{ state: 'ended' }]);
});
