/** What a person can act on: the message is one line and says what to do; `log` holds the server's own words, if any. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly log: string;
  constructor(message: string, log = '') {
    super(message);
    this.log = log;
  }
}
