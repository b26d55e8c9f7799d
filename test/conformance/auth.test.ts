/** Authentication. The response to a refused key does not reveal the reason. */
// Modes: embedded.
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { connect, type Reply } from './client/connect.ts';
import { ENDPOINT_ROWS } from './client/endpoints.ts';
import { identitiesOf } from './client/identities.ts';
import type { Project } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

const withAuthorization = (value: string): Promise<Reply> =>
  connect(null).send('GET', '/tools', { headers: { Authorization: value } });

/** The last character changed, so the checksum is wrong. */
const misspelt = keys.key.slice(0, -1) + (keys.key.endsWith('A') ? 'B' : 'A');
/** Another secret: whether or not its checksum is right, it was never issued. */
const invented = keys.key.replace(/^(fb_[a-z]+_[^_]+_)(.{4})/, '$1zzzz');

/** No reason says whether the key exists: every key of the right form of header is alike. */
const MISSING = 'authorization_missing';
const NOT_BEARER = 'authorization_not_bearer';
const KEY = 'key_not_accepted';

const refused: Readonly<Record<string, readonly [reason: string, ask: () => Promise<Reply>]>> = {
  'no header': [MISSING, () => connect(null).get('/tools')],
  'an empty header': [NOT_BEARER, () => withAuthorization('')],
  'another scheme': [NOT_BEARER, () => withAuthorization(`Basic ${Buffer.from(`${keys.key}:`).toString('base64')}`)],
  'no token': [NOT_BEARER, () => withAuthorization('Bearer')],
  'a token without scheme': [NOT_BEARER, () => withAuthorization(keys.key)],
  'two tokens': [NOT_BEARER, () => withAuthorization(`Bearer ${keys.key} ${keys.key}`)],
  'no key at all': [KEY, () => withAuthorization('Bearer not-a-key')],
  'a very long token': [KEY, () => withAuthorization(`Bearer fb_live_${'a'.repeat(6000)}`)],
  // contract 1: "a longer value is never parsed"
  'a token that is longer than any': [KEY, () => withAuthorization(`Bearer fb_live_${'a'.repeat(13_000)}`)],
  'a misspelt key': [KEY, () => withAuthorization(`Bearer ${misspelt}`)],
  'an invented key': [KEY, () => withAuthorization(`Bearer ${invented}`)],
  'an expired key': [KEY, () => connect(keys.keyExpired).get('/tools')],
  'a revoked key': [KEY, () => connect(keys.keyRevoked).get('/tools')],
};

// spec 5.5: "A request that cannot be authenticated (missing or malformed header, expired or revoked key) gets HTTP 401."
describe.each(Object.entries(refused))('a request with %s', (_, [reason, ask]) => {
  // contract 2: "invalid_api_key (malformed, unknown, expired or revoked key: one text, no oracle) + WWW-Authenticate: Bearer"
  test(`gets a 401 with the challenge and the reason ${reason}`, async () => {
    const reply = await ask();
    expect(reply.outcome).toBe('401 invalid_api_key');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.error.details).toEqual({ reason });
  });
});

// spec 5.1: "Every request carries Authorization: Bearer <API_KEY>, an API key issued for the platform and belonging to one project."
test('a key belongs to one project, and keys of one project see the same project', async () => {
  const [mine, second, other] = await Promise.all(
    [keys.key, keys.key2, keys.keyOther].map((key) => connect(key).get<Project>('/tools/project')),
  );
  expect(second?.data.project).toEqual(mine?.data.project);
  expect(other?.data.project.id).not.toBe(mine?.data.project.id);
});

// spec 1: "Authorization: always"
test.each(ENDPOINT_ROWS)('%s %s without a key is a 401 before any other check', async (method, path) => {
  const init = method === 'POST' ? { body: '{', headers: { 'Content-Type': 'text/plain' } } : {};
  expect((await connect(null).send(method, path, init)).outcome).toBe('401 invalid_api_key');
});

// rfc 9110: "The scheme of an Authorization header is compared without regard to case."
test('the scheme name is accepted in any case', async () => {
  const reply = await connect(null).send('GET', '/tools/project', {
    headers: { Authorization: `bearer ${keys.key}` },
  });
  expect(reply.outcome).toBe('200');
});

// contract 6: "fb_<live|test>_<public id>_<secret ≥160 bit base62>_<CRC32>"
test('a key has the documented form, with a secret of at least 160 bits', () => {
  const form = /^fb_(live|test)_([0-9A-Za-z]+)_([0-9A-Za-z]{27,})_([0-9A-Za-z]+)$/;
  for (const key of [keys.key, keys.key2, keys.keyOther, keys.keyExpired, keys.keyRevoked]) expect(key).toMatch(form);
});

/** Digits of the CRC32 in a key. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const valueOf = (text: string): number =>
  Array.from(text).reduce((value, digit) => value * 62 + BASE62.indexOf(digit), 0);

// contract 6: "fb_<live|test>_<public id>_<secret ≥160 bit base62>_<CRC32>"
test('the last part of a key is the CRC32 of the text before it', () => {
  for (const key of [keys.key, keys.key2, keys.keyOther, keys.keyExpired, keys.keyRevoked]) {
    const at = key.lastIndexOf('_');
    expect(valueOf(key.slice(at + 1))).toBe(crc32(key.slice(0, at)));
  }
});
