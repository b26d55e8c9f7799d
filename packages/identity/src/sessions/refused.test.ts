/** Every way to forge a token of an OpenID Connect issuer, by name; a valid token is accepted. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '@farebox/kernel';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueLocalSession, sessionFields, sessionsFrom, type SessionVerifier } from '../index.ts';

const secret = 'a-session-secret-of-32-characters!';
const audience = 'farebox';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

let server: Server;
let issuer: string;
/** The key ids that the issuer publishes. */
const published = ['one'];
let fetches: number;
let sessions: SessionVerifier | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    void reply(request.url).then((document) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

beforeEach(() => {
  fetches = 0;
  const settings = { FAREBOX_OIDC_ISSUER: issuer, FAREBOX_SESSION_SECRET: secret };
  sessions = sessionsFrom(readConfig(sessionFields, settings));
});

async function reply(url: string | undefined): Promise<object> {
  if (url !== '/keys') return { issuer, jwks_uri: `${issuer}/keys` };
  fetches++;
  const jwk = await exportJWK(own.publicKey); // without `alg`, as many issuers publish keys: the verifier must pin it
  return { keys: published.map((kid) => ({ ...jwk, kid, use: 'sig' })) };
}

const now = () => Math.floor(Date.now() / 1000);
const HOUR = 3_600;

/** The claims of a valid token. */
const claims = () => ({ iss: issuer, aud: audience, sub: 'ann', iat: now(), exp: now() + HOUR });

const signed = (said: object = {}, header: object = {}, key: KeyObject | Uint8Array = own.privateKey) =>
  new SignJWT({ ...claims(), ...said }).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);

/** The issuer's public key, which is no secret, used as a shared secret. */
const publicKeyAsSecret = () =>
  new TextEncoder().encode(createPublicKey(own.privateKey).export({ type: 'spki', format: 'pem' }).toString());

const REFUSED: Readonly<Record<string, () => string | Promise<string>>> = {
  'alg none': () => new UnsecuredJWT(claims()).encode(),
  'alg none, with the signature of another token': async () =>
    `${new UnsecuredJWT(claims()).encode()}${(await signed()).split('.')[2]}`,
  'algorithm swap: signed with the public key as a shared secret': () =>
    signed({}, { alg: 'HS256' }, publicKeyAsSecret()),
  'algorithm swap: an algorithm of the same key that is not allowed': () => signed({}, { alg: 'RS512' }),
  'unknown key id': () => signed({}, { kid: 'two' }),
  'known key id, but another key': () => signed({}, {}, stranger.privateKey),
  'a key in the header of the token itself': async () =>
    signed({}, { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
  expired: () => signed({ iat: now() - 2 * HOUR, exp: now() - HOUR }),
  'without an expiry': () => signed({ exp: undefined }),
  'not yet valid': () => signed({ nbf: now() + HOUR }),
  'issued in the future': () => signed({ iat: now() + HOUR, exp: now() + 2 * HOUR }),
  'issued too long ago': () => signed({ iat: now() - 13 * HOUR }),
  'wrong audience': () => signed({ aud: 'another' }),
  'no audience': () => signed({ aud: undefined }),
  'wrong issuer': () => signed({ iss: 'https://issuer.example' }),
  'an issuer that only begins with the same URL': () => signed({ iss: `${issuer}/tenant` }),
  'token of the local issuer although OIDC is configured': () =>
    issueLocalSession({ secret, audience }, { subject: 'ann', ttlSeconds: HOUR }),
  'signed with the local secret in the name of the issuer': () =>
    signed({}, { alg: 'HS256' }, new TextEncoder().encode(secret)),
  'claims that were changed after signing': async () => {
    const [header, , signature] = (await signed()).split('.');
    return [header, Buffer.from(JSON.stringify({ ...claims(), sub: 'bob' })).toString('base64url'), signature].join(
      '.',
    );
  },
};

test.each(Object.keys(REFUSED))('a forged token is refused: %s', async (name) => {
  expect(await sessions?.verify((await REFUSED[name]?.()) ?? '')).toBeNull();
  expect(await sessions?.verify(await signed())).toMatchObject({ subject: 'ann' });
});

test('a token with several audiences is accepted if ours is among them', async () => {
  expect(await sessions?.verify(await signed({ aud: ['another', audience] }))).toMatchObject({ subject: 'ann' });
});

test('unknown key ids do not cause a request to the issuer each time', async () => {
  for (let time = 0; time < 20; time++)
    expect(await sessions?.verify(await signed({}, { kid: `x${time}` }))).toBeNull();
  expect(fetches).toBeLessThan(20);
});
