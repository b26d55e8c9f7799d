/**
 * The default issuer: a shared secret of the operator. Anyone who has the secret can impersonate every person, so it suits one machine or a small team.
 * Configuring an OIDC issuer switches it off.
 */
import { SignJWT } from 'jose';
import type { SessionVerifier } from './session.ts';
import { type OperatorClaim, verifySession } from './verify.ts';

export interface LocalIssuer {
  readonly secret: string;
  readonly audience: string;
}

const ISSUER = 'farebox-local';
const ALGORITHM = 'HS256';
/** Any holder of the secret may set this claim. */
const OPERATOR: OperatorClaim = { name: 'role', value: 'operator' };

const keyOf = ({ secret }: LocalIssuer): Uint8Array => new TextEncoder().encode(secret);

export interface LocalSession {
  readonly subject: string;
  /** At most 12 hours. */
  readonly ttlSeconds: number;
  /** Whether it is a session of a platform operator. */
  readonly isOperator?: boolean;
}

/** Signs a session token for `subject`. */
export function issueLocalSession(issuer: LocalIssuer, session: LocalSession): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT(session.isOperator === true ? { [OPERATOR.name]: OPERATOR.value } : {})
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(issuer.audience)
    .setSubject(session.subject)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + session.ttlSeconds)
    .sign(keyOf(issuer));
}

export function createLocalVerifier(issuer: LocalIssuer): SessionVerifier {
  const key = keyOf(issuer);
  const expected = { algorithms: [ALGORITHM], issuer: ISSUER, audience: issuer.audience, operatorClaim: OPERATOR };
  return { verify: (token) => verifySession(token, () => key, expected) };
}
