/** Signatures of both directions, compared with the reference library of Standard Webhooks. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { runnerSecretProblem, type Signing, signRun, type Verifying, verifyRun } from './signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${randomBytes(32).toString('base64')}`;
const TOKEN = 'exe_01m80n8fa1eynbt4w0bdxxnhnr.0';
const NOW = 1_795_852_800;
const MESSAGE: Signing = { secrets: [SECRET], token: TOKEN, nowSeconds: NOW, body: '{"text":"größer ✓"}' };

/** Verifies what was signed, with the given changes. */
function verdict(changed: Partial<Verifying> = {}, signed: Partial<Signing> = {}): string {
  const headers = signRun({ ...MESSAGE, ...signed });
  const verified = verifyRun({ ...MESSAGE, header: (name) => headers[name], ...changed });
  return verified.ok ? 'ok' : verified.problem;
}

test('the reference library makes and accepts the same signature', () => {
  const now = Math.floor(Date.now() / 1000);
  const headers = signRun({ ...MESSAGE, nowSeconds: now });
  expect(new Webhook(SECRET).sign(TOKEN, new Date(now * 1000), MESSAGE.body as string)).toBe(
    headers['webhook-signature'],
  );
  expect(new Webhook(SECRET).verify(MESSAGE.body as string, { ...headers })).toEqual({ text: 'größer ✓' });
});

test('text and bytes, and an empty body, have one signature', () => {
  expect(verdict()).toBe('ok');
  expect(verdict({ body: new TextEncoder().encode(MESSAGE.body as string) })).toBe('ok');
  expect(verdict({ body: '' }, { body: new Uint8Array() })).toBe('ok');
});

test('while a secret is replaced, the first one signs and each of them verifies', () => {
  expect(verdict({ secrets: [OTHER, SECRET] })).toBe('ok');
  expect(verdict({ secrets: [OTHER, SECRET] }, { secrets: [OTHER, SECRET] })).toBe('ok');
  expect(verdict({ secrets: [SECRET] }, { secrets: [OTHER, SECRET] })).toBe('forged');
  const both = [signRun(MESSAGE), signRun({ ...MESSAGE, secrets: [OTHER] })].map((each) => each['webhook-signature']);
  const headers = { ...signRun(MESSAGE), 'webhook-signature': both.join(' ') };
  expect(verdict({ secrets: [OTHER], header: (name) => headers[name] })).toBe('ok');
});

test.for([
  [-301, 'stale'],
  [-300, 'ok'],
  [300, 'ok'],
  [301, 'stale'],
] as const)('a clock that is %i seconds off: %s', ([seconds, expected]) => {
  expect(verdict({ nowSeconds: NOW + seconds })).toBe(expected);
});

test('a message for another run is refused, although its signature is right', () => {
  expect(verdict({}, { token: `${TOKEN}1` })).toBe('other_token');
});

const SIGNED = signRun(MESSAGE);
test.for<readonly [what: string, headers: Partial<Record<string, string>>, expected: string]>([
  ['no id', { ...SIGNED, 'webhook-id': '' }, 'unsigned'],
  ['no time', { ...SIGNED, 'webhook-timestamp': undefined }, 'unsigned'],
  ['no signature', { ...SIGNED, 'webhook-signature': '' }, 'unsigned'],
  ['another time', { ...SIGNED, 'webhook-timestamp': String(NOW + 1) }, 'forged'],
  ['a time that is no number', { ...SIGNED, 'webhook-timestamp': 'now' }, 'forged'],
  ['another version', { ...SIGNED, 'webhook-signature': SIGNED['webhook-signature'].replace('v1', 'v2') }, 'forged'],
  ['part of a signature', { ...SIGNED, 'webhook-signature': SIGNED['webhook-signature'].slice(0, -4) }, 'forged'],
  ['a signature with a letter more', { ...SIGNED, 'webhook-signature': `${SIGNED['webhook-signature']}A` }, 'forged'],
  ['an empty signature', { ...SIGNED, 'webhook-signature': 'v1,' }, 'forged'],
  [
    'thousands of signatures',
    { ...SIGNED, 'webhook-signature': `${'v1,AA== '.repeat(1000)}${SIGNED['webhook-signature']}` },
    'forged',
  ],
])('refused: %s', ([, headers, expected]) => {
  expect(verdict({ header: (name) => headers[name] })).toBe(expected);
});

test('another body and another secret are refused', () => {
  expect(verdict({ body: '{}' })).toBe('forged');
  expect(verdict({ secrets: [OTHER] })).toBe('forged');
  expect(verdict({ secrets: [] })).toBe('forged');
});

test('a secret is whsec_ and the base64 of 24 to 64 bytes', () => {
  expect([SECRET, OTHER, `whsec_${randomBytes(64).toString('base64')}`].map(runnerSecretProblem)).toEqual([
    null,
    null,
    null,
  ]);
  for (const text of ['', 'whsec_', SECRET.slice(6), 'whsec_c2hvcnQ=', `${SECRET} `, `whsec_${'A'.repeat(200)}`]) {
    expect(runnerSecretProblem(text)).toContain('whsec_');
    expect(() => signRun({ ...MESSAGE, secrets: [text] })).toThrow(TypeError);
  }
  expect(() => signRun({ ...MESSAGE, secrets: [] })).toThrow(TypeError);
});
