/** The two failures a caller tells apart: the object is not there, or the store did not do its work. */

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** Worth a retry later. `cause` holds the adapter's own error. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(doing: string, cause: unknown) {
    super(`storage could not ${doing}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
