/** The two failures that callers distinguish: the object is missing, or the store is unavailable. */

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** Worth a retry later. `cause` is the adapter's error. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(doing: string, cause: unknown) {
    super(`storage could not ${doing}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
