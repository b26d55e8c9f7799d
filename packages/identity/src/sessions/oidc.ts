/** An OpenID Connect issuer: its keys are found by discovery, cached, and fetched again for an unknown key id. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { isSecureUrl } from './secure-url.ts';
import { SessionsUnavailableError, type SessionVerifier } from './session.ts';
import { type OperatorClaim, verifySession } from './verify.ts';

export interface OidcIssuer {
  readonly issuer: URL;
  readonly audience: string;
  readonly operatorClaim: OperatorClaim | null;
}

/** Asymmetric algorithms only, so that an issuer's public key is never used as a shared secret. */
const ALGORITHMS = ['EdDSA', 'ES256', 'PS256', 'RS256'];
const FETCH_TIMEOUT_MS = 3_000;

export function createOidcVerifier({ issuer, audience, operatorClaim }: OidcIssuer): SessionVerifier {
  const name = issuer.href.replace(/\/$/, '');
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const keysOnce = (): Promise<JWTVerifyGetKey> =>
    (keys ??= discover(name).catch((error: unknown) => {
      keys = undefined; // the next request tries again
      throw new SessionsUnavailableError('the issuer could not be discovered', { cause: error });
    }));
  return {
    verify: async (token) =>
      await verifySession(token, await keysOnce(), { algorithms: ALGORITHMS, issuer: name, audience, operatorClaim }),
  };
}

async function discover(name: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${name}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!isSecureUrl(new URL(response.url))) throw new Error('discovery was redirected to an address without TLS');
  if (!response.ok) throw new Error(`discovery failed with HTTP ${response.status}`);
  const found = (await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (found.issuer !== name || typeof found.jwks_uri !== 'string')
    throw new Error('the discovery document is of another issuer');
  const keys = new URL(found.jwks_uri);
  if (!isSecureUrl(keys)) throw new Error('the jwks_uri of the issuer must start with https://');
  return createRemoteJWKSet(keys, { timeoutDuration: FETCH_TIMEOUT_MS });
}
