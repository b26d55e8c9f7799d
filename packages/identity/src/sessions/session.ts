/**
 * What a verified token says. Rights in projects come from the database, never from a token; who operates the platform is the issuer's to
 * say, in one claim that the configuration names.
 */

export interface Session {
  /** The issuer's name for the person; a member of a project has it as `subject`. */
  readonly subject: string;
  /** To the second, by the issuer's clock. A session of before a removal stays ended when the removal is taken back. */
  readonly issuedAt: Date;
  /** Whether this person operates the platform. */
  readonly isOperator: boolean;
}

export interface SessionVerifier {
  /** Null: not a live token of this issuer for us, for whatever reason. Rejects with SessionsUnavailableError. */
  readonly verify: (token: string) => Promise<Session | null>;
}

/** The issuer's keys could not be fetched, so nothing can be said about a token. */
export class SessionsUnavailableError extends Error {
  override readonly name = 'SessionsUnavailableError';
}
