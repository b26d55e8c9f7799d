/** Verification with everything pinned: algorithms, issuer, audience, and that the token ends. */
import { errors, type JWTVerifyGetKey, jwtVerify, type JWTVerifyOptions } from 'jose';
import { type Session, SessionsUnavailableError } from './session.ts';

export interface Expectations {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  readonly audience: string;
  /** What makes a platform operator; null: nothing does. */
  readonly operatorClaim: OperatorClaim | null;
}

export interface OperatorClaim {
  readonly name: string;
  /** The claim is this text, or a list that has it. */
  readonly value: string;
}

/** Clocks of issuer and verifier may differ by this. */
const CLOCK_TOLERANCE_SECONDS = 5;
/** A session ends after half a day, whatever the issuer thinks. */
const AGE_MAX = '12h';

/** @param keyFor the issuer's key for a token's header. */
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
    const sub: unknown = payload.sub; // the library promises a text, and does not look
    if (typeof sub !== 'string' || sub === '' || sub.includes('\0') || !sub.isWellFormed()) return null;
    const issuedAt = new Date((payload.iat as number) * 1_000); // required, and the library looked that it is a number
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
