/** Chooses the issuer: OIDC if it is configured, otherwise the local issuer if it has a secret, otherwise none. */
import { type Config, optionalPair, optionalText, optionalUrl, text } from '@farebox/kernel';
import { createLocalVerifier } from './local-issuer.ts';
import { createOidcVerifier } from './oidc.ts';
import { isSecureUrl } from './secure-url.ts';
import type { SessionVerifier } from './session.ts';

const SECRET_LENGTH_MIN = 32;

const anyIssuer = optionalUrl('FAREBOX_OIDC_ISSUER', {
  description:
    "OpenID Connect issuer of members' sessions, https unless it is on a loopback address; empty: the local issuer.",
  protocols: ['https:', 'http:'],
});

export const sessionFields = {
  oidcIssuer: {
    ...anyIssuer,
    parse: (value: string): URL | undefined => {
      const issuer = anyIssuer.parse(value);
      if (issuer !== undefined && !isSecureUrl(issuer))
        throw new Error('must start with https://, because the issuer decides who is an operator');
      return issuer;
    },
  },
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
