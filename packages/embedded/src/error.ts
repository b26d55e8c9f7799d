/**
 * An error that a person can fix: the message is one line and says what to do; `log` is the server's own output, if
 * any.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly log: string;
  constructor(message: string, log = '') {
    super(message);
    this.log = log;
  }
}
