/** What a verified token says. Everything else in it is ignored: rights come from the database, never from a token. */

export interface Session {
  /** The issuer's name for the person; a member of a project has it as `subject`. */
  readonly subject: string;
}

export interface SessionVerifier {
  /** Null: not a live token of this issuer for us, for whatever reason. Rejects with SessionsUnavailableError. */
  readonly verify: (token: string) => Promise<Session | null>;
}

/** The issuer's keys could not be fetched, so nothing can be said about a token. */
export class SessionsUnavailableError extends Error {
  override readonly name = 'SessionsUnavailableError';
}
