/** A migration that cannot go on until somebody does something, and what that is. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
