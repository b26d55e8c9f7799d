/** Verifies tokens with pinned algorithms, issuer and audience, and requires an expiry. */
import { errors, type JWTVerifyGetKey, jwtVerify, type JWTVerifyOptions } from 'jose';
import { type Session, SessionsUnavailableError } from './session.ts';

export interface Expectations {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  readonly audience: string;
  /** The claim of platform operators; null: no session is one. */
  readonly operatorClaim: OperatorClaim | null;
}

export interface OperatorClaim {
  readonly name: string;
  /** The claim must be this text, or a list that contains it. */
  readonly value: string;
}

/** The allowed clock difference between issuer and verifier. */
const CLOCK_TOLERANCE_SECONDS = 5;
/** A session is invalid after 12 hours, even if the issuer set a later expiry. */
const AGE_MAX = '12h';

/** @param keyFor finds the issuer's key for a token header. */
export async function verifySession(
  token: string,
  keyFor: JWTVerifyGetKey,
  expected: Expectations,
): Promise<Session | null> {
  const { algorithms, issuer, audience, operatorClaim } = expected;
  const options: JWTVerifyOptions = {
    algorithms: [...algorithms],
    issuer,
    audience,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: AGE_MAX,
  };
  try {
    const { payload } = await jwtVerify(token, keyFor, options);
    const sub: unknown = payload.sub; // the library types it as a string but does not check
    if (typeof sub !== 'string' || sub === '' || sub.includes('\0') || !sub.isWellFormed()) return null;
    const issuedAt = new Date((payload.iat as number) * 1_000); // required, and the library has checked that it is a number
    return { subject: sub, issuedAt, isOperator: isOperator(payload, operatorClaim) };
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
      throw new SessionsUnavailableError('the keys of the issuer could not be read', { cause: error });
    }
    return null;
  }
}

function isOperator(payload: Readonly<Record<string, unknown>>, claim: OperatorClaim | null): boolean {
  if (claim === null || !Object.hasOwn(payload, claim.name)) return false;
  const said = payload[claim.name];
  return said === claim.value || (Array.isArray(said) && said.includes(claim.value));
}
