/** Turns what the S3 client throws into the port's errors. */
import { StorageUnavailableError } from '../errors.ts';

/**
 * Runs a call that may be repeated. One reset connection is forgiven: the server may have closed a kept-alive one at the
 * moment we used it. Further retries are the caller's.
 */
export async function attempt<T>(doing: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ECONNRESET' && codeOf(error) !== 'EPIPE') throw error;
      return await call();
    });
  } catch (error) {
    throw new StorageUnavailableError(doing, error);
  }
}

/** For `catch`: a missing object is null, anything else goes on. */
export function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'NoSuchKey' || codeOf(error) === 'NotFound') return null;
  throw error;
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
