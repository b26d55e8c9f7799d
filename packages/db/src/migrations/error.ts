/** A migration cannot continue until a person acts; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
