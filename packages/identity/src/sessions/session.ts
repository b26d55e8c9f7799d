/**
 * The content of a verified token. Rights in projects come from the database, never from a token. The issuer decides who is a platform operator, in one
 * claim that the configuration names.
 */

export interface Session {
  /** The issuer's id of the person; project members have it as `subject`. */
  readonly subject: string;
  /** In whole seconds, by the issuer's clock. A session from before a removal stays invalid, even if the person is added again. */
  readonly issuedAt: Date;
  /** Whether this person is a platform operator. */
  readonly isOperator: boolean;
}

export interface SessionVerifier {
  /** Null: not a valid token of this issuer for this audience, for any reason. Rejects with SessionsUnavailableError. */
  readonly verify: (token: string) => Promise<Session | null>;
}

/** The issuer's keys could not be fetched, so tokens can be neither accepted nor refused. */
export class SessionsUnavailableError extends Error {
  override readonly name = 'SessionsUnavailableError';
}
