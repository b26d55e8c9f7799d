/** Which issuer is believed: OIDC where it is configured, else the local one, else nobody. The one place where that is chosen. */
import { type Config, type Field, optionalText, optionalUrl, text } from '@tollgate/kernel';
import { createLocalVerifier } from './local-issuer.ts';
import { createOidcVerifier } from './oidc.ts';
import type { SessionVerifier } from './session.ts';

const SECRET_LENGTH_MIN = 32;

const longSecret = (field: Field<string | undefined>): Field<string | undefined> => ({
  ...field,
  parse: (value) => {
    if (value !== '' && value.length < SECRET_LENGTH_MIN)
      throw new Error(`must have at least ${SECRET_LENGTH_MIN} characters`);
    return field.parse(value);
  },
});

export const sessionFields = {
  oidcIssuer: optionalUrl('TOLLGATE_OIDC_ISSUER', {
    description: "OpenID Connect issuer of members' sessions; empty: the local issuer.",
    protocols: ['https:', 'http:'],
  }),
  sessionAudience: text('TOLLGATE_SESSION_AUDIENCE', {
    description: 'Audience that a session token must name.',
    default: 'tollgate',
  }),
  sessionSecret: longSecret(
    optionalText('TOLLGATE_SESSION_SECRET', {
      description: `Secret of the local issuer, at least ${SECRET_LENGTH_MIN} characters; empty and no OIDC: no operator API.`,
      secret: true,
    }),
  ),
};

export type SessionConfig = Config<typeof sessionFields>;

/** Undefined: no issuer is configured, so nobody can have a session. */
export function sessionsFrom({
  oidcIssuer,
  sessionAudience,
  sessionSecret,
}: SessionConfig): SessionVerifier | undefined {
  if (oidcIssuer !== undefined) return createOidcVerifier({ issuer: oidcIssuer, audience: sessionAudience });
  if (sessionSecret === undefined) return undefined;
  return createLocalVerifier({ secret: sessionSecret, audience: sessionAudience });
}
