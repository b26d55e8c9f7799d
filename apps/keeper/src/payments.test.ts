/** Lost payments are booked by the keeper, and events that need a person are counted, also while Stripe is unreachable. */
import { insertCheckout, keepSession, paymentFields, paymentsFrom, type PaymentProvider } from '@farebox/payments';
import { startStripe, type StripeSession } from '@farebox/payments/testing';
import { readConfig } from '@farebox/kernel';
import { readUsage } from '@farebox/ledger';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { lookAtPayments } from './payments.ts';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

const expiresAt = new Date(Date.now() + 7_200_000);

test('a lost payment is booked, and a payment that differs from its checkout is counted for a day', async () => {
  await using fixture = await openProjectFixture();
  await using stripe = await startStripe();
  const env = { ...stripe.settings, FAREBOX_SESSION_SECRET: 'x'.repeat(32) };
  const config = readConfig(paymentFields(env), env, ['FAREBOX_SESSION_SECRET']);
  const provider = (await paymentsFrom(config)) as PaymentProvider;
  const metrics = createMetrics('test');
  const { database, projectId, logger } = fixture;
  const look = async () => {
    await fixture.sql(`UPDATE keeper_cursor SET next_at = now() - interval '1 second' WHERE name = 'payments'`);
    return await lookAtPayments(database, { provider, logger, metrics });
  };
  const told = async () => (await metrics.paymentProblems.get()).values.map(({ value }) => value);
  const available = async () => (await readUsage(database, projectId)).availableMicros;
  const before = await available();

  const [sound, strange] = [await opened(fixture, provider), await opened(fixture, provider)].map(
    (session) => stripe.sessions.find(({ id }) => id === session) as StripeSession,
  ) as [StripeSession, StripeSession];
  stripe.pay(sound);
  stripe.pay(strange, { amount_total: 1 });
  // Events of the current second are not read yet, and the two events may be of two seconds.
  let found = 0;
  await expect.poll(async () => (found += await look()), { timeout: 60_000, interval: 500 }).toBe(2);
  expect([await available(), await told()]).toEqual([before + 5_000_000n, [1]]);
  stripe.faults.push('is down', 'is down', 'is down');
  await expect(look()).rejects.toThrow('Stripe');
  expect(await told()).toEqual([1]);
});

/** Opens a checkout and returns its Stripe session. */
async function opened({ database, projectId }: ProjectFixture, provider: PaymentProvider): Promise<string> {
  const order = { projectId, amountMicros: 5_000_000n, isLive: true, openedBy: 'ann' };
  const id = await database.transaction((transaction) => insertCheckout(transaction, order));
  const reply = await provider.open({ ...order, id, expiresAt });
  await keepSession(database, { projectId, id }, reply);
  return reply.session;
}
