/** Payments are off unless they are configured completely. */
import { readConfig } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { paymentFields, paymentsFrom } from './settings.ts';

const ALL = {
  FAREBOX_STRIPE_KEY: 'sk_live_0123456789',
  FAREBOX_STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
  FAREBOX_STRIPE_RETURN_URL: 'https://shop.example/balance',
};
const SESSIONS = { FAREBOX_SESSION_SECRET: 'x'.repeat(32) };
const read = (env: Readonly<Record<string, string>>) => readConfig(paymentFields(env), env, Object.keys(SESSIONS));

test('without settings there are no payments', async () => {
  expect(await paymentsFrom(read({}))).toBeUndefined();
});

test('with all settings there are payments, and real money moves only with a live key', async () => {
  expect((await paymentsFrom(read({ ...ALL, ...SESSIONS })))?.isLive).toBe(true);
  const ofTests = read({ ...ALL, ...SESSIONS, FAREBOX_STRIPE_KEY: 'rk_test_0123456789' });
  expect((await paymentsFrom(ofTests))?.isLive).toBe(false);
});

test.each(Object.keys(ALL))('settings without %s are refused', (name) => {
  expect(() => read({ ...ALL, ...SESSIONS, [name]: '' })).toThrow(name);
});

test('payments without sessions are refused, because no member could sign in to pay', () => {
  expect(() => read(ALL)).toThrow(/sessions/);
});

test.each([
  ['FAREBOX_STRIPE_KEY', 'pk_live_0123456789'],
  ['FAREBOX_STRIPE_KEY', 'sk_live_'],
  ['FAREBOX_STRIPE_WEBHOOK_SECRETS', 'short'],
  ['FAREBOX_STRIPE_WEBHOOK_SECRETS', `${ALL.FAREBOX_STRIPE_WEBHOOK_SECRETS},`],
  ['FAREBOX_STRIPE_RETURN_URL', 'javascript:alert(1)'],
  ['FAREBOX_STRIPE_API_URL', 'http://api.stripe.example'],
])('the setting %s is refused as %s, and its message has no secret', (name, value) => {
  const attempt = () => read({ ...ALL, ...SESSIONS, [name]: value });
  expect(attempt).toThrow(name);
  expect(attempt).not.toThrow(/sk_live_0|whsec_0|pk_live/);
});
