/**
 * The issuer by default: a secret that the operator holds. Whoever has it can be anybody, so it is for one machine or a
 * small team; for more, an OIDC issuer is configured and this one is off.
 */
import { SignJWT } from 'jose';
import type { SessionVerifier } from './session.ts';
import { verifySession } from './verify.ts';

export interface LocalIssuer {
  readonly secret: string;
  readonly audience: string;
}

const ISSUER = 'tollgate-local';
const ALGORITHM = 'HS256';

const keyOf = ({ secret }: LocalIssuer): Uint8Array => new TextEncoder().encode(secret);

/** A token for `subject`, living `ttlSeconds`, at most half a day. */
export function issueLocalSession(
  issuer: LocalIssuer,
  session: { subject: string; ttlSeconds: number },
): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT()
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
  const expected = { algorithms: [ALGORITHM], issuer: ISSUER, audience: issuer.audience };
  return { verify: (token) => verifySession(token, () => key, expected) };
}
