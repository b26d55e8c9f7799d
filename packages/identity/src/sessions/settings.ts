/** Chooses the issuer: OIDC if it is configured, otherwise the local issuer if it has a secret, otherwise none. */
import { type Config, optionalPair, optionalText, optionalUrl, text } from '@farebox/kernel';
import { createLocalVerifier } from './local-issuer.ts';
import { createOidcVerifier } from './oidc.ts';
import type { SessionVerifier } from './session.ts';

const SECRET_LENGTH_MIN = 32;

export const sessionFields = {
  oidcIssuer: optionalUrl('FAREBOX_OIDC_ISSUER', {
    description: "OpenID Connect issuer of members' sessions; empty: the local issuer.",
    protocols: ['https:', 'http:'],
  }),
  operatorClaim: optionalPair('FAREBOX_OPERATOR_CLAIM', {
    description:
      'Claim that makes a session of this issuer the session of a platform operator, as claim=value, such as groups=farebox. The claim is the value or a list that contains it. Empty: no session is.',
  }),
  sessionAudience: text('FAREBOX_SESSION_AUDIENCE', {
    description: 'Audience that a session token must name.',
    default: 'farebox',
  }),
  sessionSecret: optionalText('FAREBOX_SESSION_SECRET', {
    description: `Secret of the local issuer, at least ${SECRET_LENGTH_MIN} characters. If it is empty and no OIDC issuer is set, the operator API does not run.`,
    secret: true,
    lengthMin: SECRET_LENGTH_MIN,
  }),
};

export type SessionConfig = Config<typeof sessionFields>;

/** Undefined: no issuer is configured, so there are no sessions. */
export function sessionsFrom({
  oidcIssuer,
  operatorClaim,
  sessionAudience,
  sessionSecret,
}: SessionConfig): SessionVerifier | undefined {
  if (oidcIssuer !== undefined)
    return createOidcVerifier({ issuer: oidcIssuer, audience: sessionAudience, operatorClaim: operatorClaim ?? null });
  if (sessionSecret === undefined) return undefined;
  return createLocalVerifier({ secret: sessionSecret, audience: sessionAudience });
}
