/** Webhooks signed by the reference library of Standard Webhooks, and the invalid webhooks of the library's own tests. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { FareboxError } from './errors.ts';
import { verifyWebhook } from './webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${randomBytes(32).toString('base64')}`;
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const BODY = '{"type":"execution.cancelled","timestamp":"2026-11-23T00:00:00.000Z","data":{"status":"cancelled"}}';

interface Signing {
  readonly secret?: string;
  readonly at?: Date;
  readonly body?: string;
}

function signed({ secret = SECRET, at = new Date(), body = BODY }: Signing = {}): Record<string, string> {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(ID, at, body),
  };
}

function reasonOf(secrets: string | string[], headers: Record<string, string>, body: string | Buffer = BODY): unknown {
  try {
    verifyWebhook(secrets, { headers, body });
  } catch (error) {
    return error instanceof FareboxError && error.code === 'webhook_not_trusted' ? error.details['reason'] : error;
  }
  return 'trusted';
}

test('a webhook that the reference library has signed is accepted, with every type of headers and body', () => {
  const event = { ...(JSON.parse(BODY) as object), id: ID };
  expect(verifyWebhook(SECRET, { headers: signed(), body: BODY })).toEqual(event);
  expect(verifyWebhook(SECRET, { headers: new Headers(signed()), body: Buffer.from(BODY) })).toEqual(event);
  expect(verifyWebhook(SECRET.slice('whsec_'.length), { headers: signed(), body: BODY })).toEqual(event);
  const umlauts = '{"data":"größer ✓"}';
  expect(reasonOf(SECRET, signed({ body: umlauts }), Buffer.from(umlauts))).toBe('trusted');
});

test('the test vector of the Standard Webhooks libraries is accepted', () => {
  vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ['Date'] });
  try {
    const headers = {
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    expect(reasonOf(SECRET, headers, '{"test": 2432232314}')).toBe('trusted');
    expect(reasonOf(SECRET, headers, '{"test": 2432232315}')).toBe('no secret matches the signature');
  } finally {
    vi.useRealTimers();
  }
});

test('while a secret is replaced, both secrets verify', () => {
  expect(reasonOf([OTHER, SECRET], signed())).toBe('trusted');
  const headers = signed();
  const both = {
    ...headers,
    'webhook-signature': `${signed({ secret: OTHER })['webhook-signature']} ${headers['webhook-signature']}`,
  };
  expect(reasonOf(SECRET, both)).toBe('trusted');
  expect(reasonOf(OTHER, both)).toBe('trusted');
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a webhook without %s is refused', (name) => {
  const { [name]: _, ...headers } = signed();
  expect(reasonOf(SECRET, headers)).toBe('a header is missing');
});

const SECONDS_MS = 1000;
test.each([-310, 310])('a webhook whose timestamp is %i seconds off is refused', (seconds) => {
  const at = new Date(Date.now() + seconds * SECONDS_MS);
  expect(reasonOf(SECRET, signed({ at }))).toBe('the timestamp is more than five minutes off');
});

test.each([
  ['another secret', signed({ secret: OTHER })],
  ['another body', signed({ body: '{}' })],
  ['another id', { ...signed(), 'webhook-id': 'msg_2' }],
  ['another time', { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }],
  [
    'another version of signatures',
    { ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') },
  ],
  ['part of a signature', { ...signed(), 'webhook-signature': signed()['webhook-signature']!.slice(0, -4) }],
  ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }],
])('a webhook that is signed for %s is refused', (_, headers) => {
  expect(reasonOf(SECRET, headers)).toBe('no secret matches the signature');
});

test('a webhook whose timestamp is not a number is refused', () => {
  expect(reasonOf(SECRET, { ...signed(), 'webhook-timestamp': 'hello' })).toBe(
    'the timestamp is more than five minutes off',
  );
});

test('an invalid secret is a TypeError and not an untrusted webhook', () => {
  expect(reasonOf('', signed())).toBeInstanceOf(TypeError);
  expect(reasonOf([], signed())).toBe('no secret matches the signature');
});
