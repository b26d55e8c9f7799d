import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '@farebox/kernel';
import { issueLocalSession, sessionFields, sessionsFrom, SessionsUnavailableError } from '../index.ts';

const secret = 'a-session-secret-of-32-characters!';
const audience = 'farebox';

describe('the local issuer', () => {
  const verifier = sessionsFrom({
    oidcIssuer: undefined,
    operatorClaim: undefined,
    sessionAudience: audience,
    sessionSecret: secret,
  });
  const verify = async (token: string) => await verifier?.verify(token);

  test('a token of the local issuer is accepted', async () => {
    const token = await issueLocalSession({ secret, audience }, { subject: 'ann', ttlSeconds: 60 });
    expect(await verify(token)).toMatchObject({ subject: 'ann', isOperator: false });
  });

  test('the local issuer can issue operator sessions', async () => {
    const token = await issueLocalSession({ secret, audience }, { subject: 'olga', ttlSeconds: 60, isOperator: true });
    expect(await verify(token)).toMatchObject({ subject: 'olga', isOperator: true });
  });

  const claims = { iss: 'farebox-local', aud: audience, sub: 'ann', iat: Math.floor(Date.now() / 1000) };
  const key = new TextEncoder().encode(secret);
  const signed = (payload: object, alg = 'HS256', by = key) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg }).sign(by);
  const soon = claims.iat + 60;

  const CASES: readonly (readonly [string, () => string | Promise<string>])[] = [
    [
      'with another secret',
      () => signed({ ...claims, exp: soon }, 'HS256', new TextEncoder().encode(secret.toUpperCase())),
    ],
    ['with another algorithm', () => signed({ ...claims, exp: soon }, 'HS512')],
    ['without a signature', () => new UnsecuredJWT({ ...claims, exp: soon }).encode()],
    ['of another issuer', () => signed({ ...claims, exp: soon, iss: 'else' })],
    ['for another audience', () => signed({ ...claims, exp: soon, aud: 'else' })],
    ['that has expired', () => signed({ ...claims, exp: claims.iat - 60 })],
    ['that never expires', () => signed(claims)],
    ['whose subject is empty', () => signed({ ...claims, exp: soon, sub: '' })],
    ['whose subject is a number', () => signed({ ...claims, exp: soon, sub: 7 })],
    ['whose subject is a list', () => signed({ ...claims, exp: soon, sub: ['ann'] })],
    ['that is older than 12 hours', () => signed({ ...claims, exp: soon, iat: claims.iat - 43_300 })],
    ['that is not a JWT', () => 'nonsense'],
  ];
  test.each(CASES)('the local verifier refuses a token %s', async (_, make) => {
    expect(await verify(await make())).toBeNull();
  });
});

describe('an OIDC issuer', () => {
  let server: Server;
  let issuer: string;
  let sign: (claims?: object) => Promise<string>;
  let publicKey: object;
  let keysUrl: string;

  beforeAll(async () => {
    const pair = await generateKeyPair('EdDSA');
    publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'EdDSA' };
    server = createServer((request, response) => {
      const documents: Record<string, object> = {
        '/.well-known/openid-configuration': { issuer, jwks_uri: keysUrl },
        '/keys': { keys: [publicKey] },
      };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(documents[request.url ?? '']));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    keysUrl = `${issuer}/keys`;
    sign = (claims = {}) =>
      new SignJWT({ iss: issuer, aud: audience, sub: 'ann', ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(pair.privateKey);
  });

  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const verifier = (url: string) =>
    sessionsFrom({
      oidcIssuer: new URL(url),
      operatorClaim: undefined,
      sessionAudience: audience,
      sessionSecret: secret,
    });

  test('a token that is signed with a published key of the OIDC issuer is accepted, and a local token no longer', async () => {
    const sessions = verifier(issuer);
    expect(await sessions?.verify(await sign())).toMatchObject({ subject: 'ann', isOperator: false });
    expect(await sessions?.verify(await sign({ aud: 'else' }))).toBeNull();
    expect(
      await sessions?.verify(await issueLocalSession({ secret, audience }, { subject: 'ann', ttlSeconds: 60 })),
    ).toBeNull();
  });

  test('only the configured claim of the OIDC issuer makes a person an operator', async () => {
    const operatorClaim = { name: 'groups', value: 'ops' };
    const settings = { oidcIssuer: new URL(issuer), sessionAudience: audience, sessionSecret: secret };
    const verdict = async (claims: object) =>
      (await sessionsFrom({ ...settings, operatorClaim })?.verify(await sign(claims)))?.isOperator;
    expect(await verdict({ groups: 'ops' })).toBe(true);
    expect(await verdict({ groups: ['dev', 'ops'] })).toBe(true);
    for (const groups of [undefined, null, '', 'dev', 'ops2', ['dev'], [['ops']], { ops: true }, true])
      expect(await verdict({ groups }), JSON.stringify(groups)).toBe(false);
    expect(await verdict({ role: 'operator' })).toBe(false);
    const unconfigured = sessionsFrom({ ...settings, operatorClaim: undefined });
    expect((await unconfigured?.verify(await sign({ groups: 'ops', role: 'operator' })))?.isOperator).toBe(false);
  });

  test.each(['http://id.example', 'http://10.0.0.7:8080', 'http://localhost.example'])(
    'the issuer %s is refused at start, because it has no TLS',
    (url) => {
      expect(() => readConfig(sessionFields, { FAREBOX_OIDC_ISSUER: url })).toThrow(/must start with https:/);
    },
  );

  test.each(['https://id.example', 'http://127.0.0.1:9', 'http://[::1]:9', 'http://localhost:9'])(
    'the issuer %s is accepted at start',
    (url) => {
      expect(readConfig(sessionFields, { FAREBOX_OIDC_ISSUER: url }).oidcIssuer?.href).toBe(`${url}/`);
    },
  );

  test('keys at an address without TLS are not fetched', async () => {
    keysUrl = 'http://keys.example/keys';
    try {
      const refused: unknown = await verifier(issuer)
        ?.verify(await sign())
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SessionsUnavailableError);
      expect((refused as Error).cause).toMatchObject({ message: expect.stringMatching(/jwks_uri/) as string });
    } finally {
      keysUrl = `${issuer}/keys`;
    }
  });

  test('an OIDC issuer that is unreachable is a failure, not a refusal', async () => {
    await expect(verifier('http://127.0.0.1:1')?.verify(await sign())).rejects.toThrow(SessionsUnavailableError);
  });
});

test('without any issuer there are no sessions', () => {
  expect(
    sessionsFrom({
      oidcIssuer: undefined,
      operatorClaim: undefined,
      sessionAudience: audience,
      sessionSecret: undefined,
    }),
  ).toBeUndefined();
});
