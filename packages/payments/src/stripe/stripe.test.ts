/** The adapter against a server that speaks Stripe's protocol: opened once whatever happens to answers, and believed only by its signature. */
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

describe('a checkout', () => {
  test('is opened with its amount in cents, and names itself wherever events come from', async () => {
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

  test('is opened once although answers are lost and the server is down for a moment', async () => {
    const asked = order('chk_b');
    stripe.faults.push('answer is lost', 'is down');
    const first = await adapter().open(asked);
    expect(await adapter().open(asked)).toEqual(first);
    expect(stripe.sessions.filter(({ client_reference_id: name }) => name === 'chk_b')).toHaveLength(1);
  });

  test('that the provider does not open is an outage, and opened later', async () => {
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
  'with the time exchanged': () => [
    BODY,
    signed(BODY, { atSeconds: nowSeconds() - 3_600 }).replace(/^t=\d+/, `t=${nowSeconds()}`),
  ],
  'by a scheme of tests': () => [BODY, signed(BODY, { scheme: 'v0' })],
  'by nothing': () => [BODY, ''],
  'by nonsense': () => [BODY, 't=x,v1=y'],
};

describe('an event', () => {
  test.each(Object.keys(FORGED))('that was signed %s is refused', (name) => {
    const [body, signature] = FORGED[name]?.() ?? ['', ''];
    expect(() => adapter().read(Buffer.from(body), signature)).toThrow(ForgedEventError);
  });

  test('is believed by the new secret and by the one that it replaces', () => {
    for (const secret of [stripe.secret, OLD_SECRET])
      expect(adapter().read(Buffer.from(BODY), signed(BODY, { secret }))).toBeNull();
  });

  test('of a checkout that is nobody’s of ours says nothing', () => {
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
