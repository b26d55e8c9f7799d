/** Payment events in any order, repeated, concurrent and forged: the agreed and paid amount is booked exactly once. */
import { verifyChain } from '@farebox/audit-log';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyPayment, TooEarlyError } from './apply.ts';
import { findCheckout, insertCheckout } from './store/checkouts.ts';
import { readProblems } from './store/events.ts';
import type { StripeEvent, StripeSession } from './testing/stripe.ts';
import { type Fixture, openFixture, told } from './testing/fixture.ts';

let fixture: Fixture;
let before: bigint;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => await fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  before = await fixture.availableMicros();
});

const apply = (event: StripeEvent) => applyPayment(fixture.database, told(event), true);
const gained = async (): Promise<bigint> => (await fixture.availableMicros()) - before;
const entriesOf = (target: string) =>
  fixture.sql<{ act: string; actor: string; after: object }>(
    `SELECT act, actor_kind || ':' || actor AS actor, after FROM audit_log WHERE target = '${target}' ORDER BY number`,
  );

describe('payments', () => {
  test('a payment is booked with its audit log entry, and its checkout becomes paid', async () => {
    const { checkout, session } = await fixture.open();
    const event = fixture.stripe.pay(session);
    expect(await apply(event)).toEqual({ kind: 'applied' });
    expect(await gained()).toBe(25_000_000n);
    expect(await fixture.find(checkout)).toMatchObject({ status: 'paid', payment: session.payment_intent });
    const reference = `stripe-${checkout.id}`;
    expect(await entriesOf(checkout.id)).toMatchObject([
      {
        act: 'balance.top_up',
        actor: 'system:stripe',
        after: { amountMicros: 25_000_000, reference, eventId: event.id },
      },
    ]);
  });

  test('a payment that arrives eight times at once under two event ids is booked once', async () => {
    const { checkout, session } = await fixture.open();
    const first = fixture.stripe.pay(session);
    const second = fixture.stripe.again(first);
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => apply(n % 2 === 0 ? first : second)));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'applied',
      'applied',
      ...Array.from({ length: 6 }, () => 'repeated'),
    ]);
    expect(await gained()).toBe(25_000_000n);
    expect(await entriesOf(checkout.id)).toHaveLength(1);
  });

  test('a payment is booked even if the response to our own request was lost', async () => {
    const { database, projectId, provider, stripe } = fixture;
    const order = { projectId, amountMicros: 25_000_000n, isLive: true, openedBy: 'ann' };
    const id = await database.transaction((transaction) => insertCheckout(transaction, order));
    const { session } = await provider.open({ ...order, id, expiresAt: new Date(Date.now() + 7_200_000) });
    const opened = stripe.sessions.find((each) => each.id === session) as StripeSession;
    expect(await apply(stripe.pay(opened))).toEqual({ kind: 'applied' });
    expect(await gained()).toBe(25_000_000n);
    expect(await findCheckout(database, { projectId, id })).toMatchObject({ status: 'paid', session });
  });

  test('a bank transfer is booked when the money arrives, and not before', async () => {
    const { checkout, session } = await fixture.open();
    expect(await apply(fixture.stripe.pay(session, { payment_status: 'unpaid' }))).toEqual({ kind: 'applied' });
    expect([await gained(), (await fixture.find(checkout)).status]).toEqual([0n, 'processing']);
    await apply(fixture.stripe.transferArrives(session));
    expect([await gained(), (await fixture.find(checkout)).status]).toEqual([25_000_000n, 'paid']);
  });

  test('a payment stays booked if a failure or an expiry is reported afterwards', async () => {
    const { checkout, session } = await fixture.open();
    await apply(fixture.stripe.pay(session));
    await apply(fixture.stripe.expire(session));
    await apply(fixture.stripe.transferFails(session));
    expect([await gained(), (await fixture.find(checkout)).status]).toEqual([25_000_000n, 'paid']);
  });

  test('a payment is booked even if a failure or an expiry was reported before', async () => {
    const { checkout, session } = await fixture.open();
    await apply(fixture.stripe.transferFails(session));
    expect((await fixture.find(checkout)).status).toBe('failed');
    await apply(fixture.stripe.expire(session));
    expect((await fixture.find(checkout)).status).toBe('expired');
    await apply(fixture.stripe.pay(session));
    expect(await gained()).toBe(25_000_000n);
  });
});

const NOT_AGREED: Readonly<Record<string, (session: StripeSession) => StripeEvent>> = {
  'of another amount': (session) => fixture.stripe.pay(session, { amount_total: session.amount_total + 1 }),
  'in another currency': (session) => fixture.stripe.pay(session, { currency: 'eur' }),
  'by another session': (session) => fixture.stripe.pay({ ...session, id: 'cs_of_another' }),
};

describe('refused events', () => {
  test.each(Object.keys(NOT_AGREED))('a payment %s is not booked but listed as a problem', async (name) => {
    const { checkout, session } = await fixture.open();
    const event = NOT_AGREED[name]?.(session) as StripeEvent;
    expect(await apply(event)).toMatchObject({ kind: 'problem', problem: 'not_as_agreed' });
    expect(await apply(event)).toEqual({ kind: 'repeated' });
    expect([await gained(), (await fixture.find(checkout)).status]).toEqual([0n, 'open']);
    const problems = await readProblems(fixture.database, { limit: 100 });
    expect(problems.filter(({ id }) => id === event.id)).toMatchObject([
      { checkoutId: checkout.id, problem: 'not_as_agreed' },
    ]);
    // A refund of a payment that was not booked takes nothing.
    expect(await apply(fixture.stripe.refund(session, session.amount_total))).toEqual({ kind: 'applied' });
    expect(await gained()).toBe(0n);
  });

  test('a payment of an unknown checkout is not booked but listed as a problem', async () => {
    const { session } = await fixture.open();
    const event = fixture.stripe.pay({
      ...session,
      metadata: { ...session.metadata, farebox_checkout: 'chk_of_a_past_that_was_restored_away' },
    });
    expect(await apply(event)).toMatchObject({ kind: 'problem', problem: 'unknown_checkout' });
    expect(await apply(event)).toEqual({ kind: 'repeated' });
    expect(await gained()).toBe(0n);
  });

  test('an event of the test mode books nothing', async () => {
    const { session } = await fixture.open();
    expect(await apply({ ...fixture.stripe.pay(session), livemode: false })).toEqual({ kind: 'ignored' });
    expect(await gained()).toBe(0n);
  });
});

describe('refunds and disputes', () => {
  async function paid() {
    const opened = await fixture.open();
    await apply(fixture.stripe.pay(opened.session));
    return opened;
  }

  test('each refund is taken from the balance once, however late its event arrives', async () => {
    const { checkout, session } = await paid();
    const [first, second] = [fixture.stripe.refund(session, 500), fixture.stripe.refund(session, 700)];
    expect(await apply(second)).toEqual({ kind: 'applied' });
    expect(await gained()).toBe(13_000_000n);
    await expect(apply(first)).resolves.toEqual({ kind: 'applied' });
    await expect(apply(fixture.stripe.again(second))).resolves.toEqual({ kind: 'applied' });
    expect(await gained()).toBe(13_000_000n);
    expect(await fixture.find(checkout)).toMatchObject({ refundedMicros: 12_000_000n, takenMicros: 12_000_000n });
    expect((await entriesOf(checkout.id)).map(({ act }) => act)).toEqual(['balance.top_up', 'balance.adjust']);
  });

  test('a refund never takes money on hold; the missing part is owed and listed', async () => {
    const { checkout, session } = await paid();
    const all = await fixture.availableMicros();
    // Simulates an execution that holds everything except 4 USD.
    await fixture.sql(
      `SELECT ledger_fund('${fixture.projectId}', 'adjustment', ${-(all - 4_000_000n)}, 'used-${checkout.id}', NULL)`,
    );
    const event = fixture.stripe.refund(session, 2_500);
    expect(await apply(event)).toMatchObject({ kind: 'problem', problem: 'spent_already' });
    expect(await fixture.availableMicros()).toBe(0n);
    expect(await fixture.find(checkout)).toMatchObject({ refundedMicros: 25_000_000n, takenMicros: 4_000_000n });
    const problems = await readProblems(fixture.database, { limit: 100 });
    expect(problems.filter(({ id }) => id === event.id)).toMatchObject([
      { problem: 'spent_already', amountMicros: 25_000_000n },
    ]);
  });

  test('a won dispute returns the amount once, even if it is reported twice', async () => {
    const { checkout, session } = await paid();
    const { lost, won } = fixture.stripe.dispute(session, 2_500);
    await apply(lost);
    await apply(fixture.stripe.again(lost));
    expect([await gained(), (await fixture.find(checkout)).disputedMicros]).toEqual([0n, 25_000_000n]);
    const back = won();
    await apply(back);
    await apply(fixture.stripe.again(back));
    expect([await gained(), (await fixture.find(checkout)).disputedMicros]).toEqual([25_000_000n, 0n]);
  });

  test('a won dispute returns at most what it took, whatever other disputes of the payment took', async () => {
    const { checkout, session } = await paid();
    const [mine, other] = [fixture.stripe.dispute(session, 500), fixture.stripe.dispute(session, 1_500)];
    await apply(mine.lost);
    await apply(other.lost);
    expect(await apply(mine.won({ amount: 1_800 }))).toEqual({ kind: 'applied' });
    expect([await gained(), (await fixture.find(checkout)).disputedMicros]).toEqual([10_000_000n, 15_000_000n]);
  });

  test('a dispute that was not booked returns nothing when it is won', async () => {
    const { checkout, session } = await paid();
    const [mine, other] = [
      fixture.stripe.dispute({ ...session, currency: 'eur' }, 500),
      fixture.stripe.dispute(session, 1_500),
    ];
    expect(await apply(mine.lost)).toMatchObject({ kind: 'problem', problem: 'not_as_agreed' });
    await apply(other.lost);
    // Reported again in the agreed currency, it is still the dispute that was not booked.
    await apply({
      ...fixture.stripe.again(mine.lost),
      data: { object: { ...mine.lost.data.object, currency: 'usd' } },
    });
    expect(await apply(mine.won({ currency: 'usd' }))).toEqual({ kind: 'applied' });
    expect([await gained(), (await fixture.find(checkout)).disputedMicros]).toEqual([10_000_000n, 15_000_000n]);
  });

  test('an event that arrives before the event it depends on is retried later', async () => {
    const { session } = await fixture.open();
    const [payment, refund] = [fixture.stripe.pay(session), fixture.stripe.refund(session, 2_500)];
    await expect(apply(refund)).rejects.toThrow(TooEarlyError);
    await apply(payment);
    const { lost, won } = fixture.stripe.dispute(session, 100);
    const back = won();
    await expect(apply(back)).rejects.toThrow(TooEarlyError);
    for (const event of [refund, lost, back]) expect(await apply(event)).toEqual({ kind: 'applied' });
    expect(await gained()).toBe(0n);
  });
});

test('after all events, the audit chain verifies, accounts are the sums of their transfers, and the ledger checks find nothing', async () => {
  const [project] = await fixture.sql<{ organization_id: string }>(
    `SELECT organization_id FROM project WHERE id = '${fixture.projectId}'`,
  );
  expect(await verifyChain(fixture.database, project?.organization_id ?? '')).toMatchObject({ problem: null });
  const [sums] = await fixture.sql<{ summed: bigint; funded: bigint }>(`
    SELECT (SELECT sum(CASE debit WHEN 'funding' THEN amount_micros ELSE -amount_micros END)::bigint FROM ledger_transfer) AS summed,
           (SELECT funded_micros FROM ledger_account WHERE project_id = '${fixture.projectId}') AS funded`);
  expect(sums?.summed).toBe(sums?.funded);
  expect(await fixture.sql(`SELECT * FROM ledger_check_tick(1000, 20000, '0 s')`)).toEqual([]);
});
