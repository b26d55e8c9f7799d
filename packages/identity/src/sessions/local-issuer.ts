/**
 * The issuer by default: a secret that the operator holds. Whoever has it can be anybody, so it is for one machine or a
 * small team; for more, an OIDC issuer is configured and this one is off.
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
/** Whoever signs with the secret may say it. */
const OPERATOR: OperatorClaim = { name: 'role', value: 'operator' };

const keyOf = ({ secret }: LocalIssuer): Uint8Array => new TextEncoder().encode(secret);

export interface LocalSession {
  readonly subject: string;
  /** At most half a day. */
  readonly ttlSeconds: number;
  /** Makes it a session of a platform operator. */
  readonly isOperator?: boolean;
}

/** A token for `subject`. */
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
