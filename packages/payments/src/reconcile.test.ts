/** Reconciliation: events whose delivery was lost are found and applied once and in order, by one keeper at a time. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyPayment } from './apply.ts';
import { reconcile } from './reconcile.ts';
import { type Fixture, openFixture, told } from './testing/fixture.ts';

let fixture: Fixture;
const warnings: object[] = [];

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => await fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  await fixture.sql(`UPDATE keeper_cursor SET next_at = now() - interval '1 second' WHERE name = 'payments'`);
});

/** Runs one minute ahead, so that events of the current second are in the past. */
const look = () =>
  reconcile(fixture.database, {
    provider: fixture.provider,
    logger: { warn: (fields) => void warnings.push(fields) },
    now: new Date(Date.now() + 60_000),
  });

test('a payment and its refund that were never delivered are booked, and delivered ones are not booked again', async () => {
  const [lost, heard] = [await fixture.open(), await fixture.open()];
  fixture.stripe.pay(lost.session);
  fixture.stripe.refund(lost.session, 500);
  await applyPayment(fixture.database, told(fixture.stripe.pay(heard.session)), true);
  expect(await look()).toBe(2);
  expect(await fixture.availableMicros()).toBe(45_000_000n);
  expect(await fixture.find(lost.checkout)).toMatchObject({ status: 'paid', refundedMicros: 5_000_000n });
});

test('only one of two keepers reconciles, and the next run is not too early', async () => {
  const { session } = await fixture.open();
  fixture.stripe.pay(session);
  const before = await fixture.availableMicros();
  const counts = await Promise.all([look(), look(), look()]);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
  expect(await look()).toBe(0);
  expect(await fixture.availableMicros()).toBe(before + 25_000_000n);
});

test('all pages of a hundred events are read', async () => {
  const opened = [];
  for (let n = 0; n < 105; n++) opened.push(await fixture.open(1_000_000n));
  for (const { session } of opened) fixture.stripe.pay(session);
  const before = await fixture.availableMicros();
  expect(await look()).toBe(105);
  expect(await fixture.availableMicros()).toBe(before + 105_000_000n);
});

test('a failed run loses nothing: the next run begins at the same time', async () => {
  const { session } = await fixture.open();
  fixture.stripe.pay(session);
  const before = await fixture.availableMicros();
  fixture.stripe.faults.push('is down', 'is down', 'is down');
  await expect(look()).rejects.toThrow(/Stripe/);
  await fixture.sql(`UPDATE keeper_cursor SET next_at = now() - interval '1 second' WHERE name = 'payments'`);
  expect(await look()).toBe(1);
  expect(await fixture.availableMicros()).toBe(before + 25_000_000n);
});

test('a payment problem is logged and does not block other events', async () => {
  const [strange, sound] = [await fixture.open(), await fixture.open()];
  fixture.stripe.pay(strange.session, { amount_total: 1 });
  fixture.stripe.refund((await fixture.open()).session, 100);
  fixture.stripe.pay(sound.session);
  expect(await look()).toBe(2);
  expect(warnings).toMatchObject([{ problem: 'not_as_agreed', of: { id: strange.checkout.id } }]);
  expect(await fixture.find(sound.checkout)).toMatchObject({ status: 'paid' });
});
