/** The Stripe adapter against a server that speaks Stripe's protocol: opens each checkout once, and trusts only signed events. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ForgedEventError, PaymentsUnavailableError } from '../provider.ts';
import { startStripe, type TestStripe } from '../testing/stripe.ts';
import { createHmac } from 'node:crypto';
import { createStripe } from './stripe.ts';

let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(async () => await stripe[Symbol.asyncDispose]());

const OLD_SECRET = 'whsec_that_is_replaced_000';
const adapter = (key = stripe.key) =>
  createStripe({
    key,
    apiUrl: new URL(stripe.url),
    returnUrl: new URL('https://shop.example/balance?tab=1'),
    webhookSecrets: [stripe.secret, OLD_SECRET],
  });
const order = (id: string) => ({
  projectId: 'proj_1',
  id,
  amountMicros: 12_340_000n,
  expiresAt: new Date(Date.now() + 7_200_000),
});

describe('checkouts', () => {
  test('a checkout is opened with its amount in cents, and its id is in the session and in the payment', async () => {
    const opened = await adapter().open(order('chk_a'));
    const metadata = { farebox_project: 'proj_1', farebox_checkout: 'chk_a' };
    expect(stripe.sessions).toMatchObject([
      {
        id: opened.session,
        url: opened.url,
        amount_total: 1_234,
        currency: 'usd',
        metadata,
        paymentMetadata: metadata,
        client_reference_id: 'chk_a',
      },
    ]);
  });

  test('a checkout is opened once, even if responses are lost and the server is down for a moment', async () => {
    const asked = order('chk_b');
    stripe.faults.push('answer is lost', 'is down');
    const first = await adapter().open(asked);
    expect(await adapter().open(asked)).toEqual(first);
    expect(stripe.sessions.filter(({ client_reference_id: name }) => name === 'chk_b')).toHaveLength(1);
  });

  test('a provider that does not open the checkout counts as an outage, and a later attempt opens it', async () => {
    const asked = order('chk_c');
    stripe.faults.push('is down', 'is down', 'is down');
    await expect(adapter().open(asked)).rejects.toThrow(PaymentsUnavailableError);
    await expect(adapter('sk_live_ofsomebodyelse').open(asked)).rejects.toThrow(PaymentsUnavailableError);
    expect(await adapter().open(asked)).toMatchObject({ url: expect.stringContaining('https://') as string });
  });
});

const nowSeconds = () => Math.floor(Date.now() / 1000);
function signed(body: string, { secret = stripe.secret, atSeconds = nowSeconds(), scheme = 'v1' } = {}): string {
  return `t=${atSeconds},${scheme}=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'customer.created',
  created: 1,
  livemode: true,
  data: { object: {} },
});

const FORGED: Readonly<Record<string, () => readonly [body: string, signature: string]>> = {
  'with another secret': () => [BODY, signed(BODY, { secret: 'whsec_somebody_elses_0123' })],
  'over other bytes': () => [BODY.replace('evt_1', 'evt_2'), signed(BODY)],
  'over the same JSON in other bytes': () => [`${BODY} `, signed(BODY)],
  'an hour ago': () => [BODY, signed(BODY, { atSeconds: nowSeconds() - 3_600 })],
  'with a changed timestamp': () => [
    BODY,
    signed(BODY, { atSeconds: nowSeconds() - 3_600 }).replace(/^t=\d+/, `t=${nowSeconds()}`),
  ],
  'with the test scheme v0': () => [BODY, signed(BODY, { scheme: 'v0' })],
  'with an empty signature': () => [BODY, ''],
  'with an invalid signature header': () => [BODY, 't=x,v1=y'],
  'with an empty digest': () => [BODY, `t=${nowSeconds()},v1=`],
  'with a digest that is not hexadecimal': () => [BODY, `t=${nowSeconds()},v1=${'ü'.repeat(64)}`],
  'with a second digest that is not hexadecimal': () => [BODY, `${signed(BODY)},v1=é`],
  'with two times': () => [BODY, `t=${nowSeconds()},${signed(BODY)}`],
  'with a header of 1 MB': () => [BODY, `${signed(BODY)},v1=${'0'.repeat(1_000_000)}`],
  'an hour ahead': () => [BODY, signed(BODY, { atSeconds: nowSeconds() + 3_600 })],
};

describe('events', () => {
  test.each(Object.keys(FORGED))('an event is refused if it is signed %s', (name) => {
    const [body, signature] = FORGED[name]?.() ?? ['', ''];
    expect(() => adapter().read(Buffer.from(body), signature)).toThrow(ForgedEventError);
  });

  test('an event is accepted with the new secret and with the one that it replaces', () => {
    for (const secret of [stripe.secret, OLD_SECRET])
      expect(adapter().read(Buffer.from(BODY), signed(BODY, { secret }))).toBeNull();
  });

  test('an event of a checkout that is not ours is ignored', () => {
    const session = { ...stripe.sessions[0], metadata: {}, amount_total: 5, currency: 'usd' };
    const event = {
      id: 'evt_2',
      type: 'checkout.session.completed',
      created: 1,
      livemode: true,
      data: { object: session },
    };
    const body = JSON.stringify(event);
    expect(adapter().read(Buffer.from(body), signed(body))).toBeNull();
  });
});
