/** Converts the errors of the S3 client to the port's errors. */
import { StorageUnavailableError } from '../errors.ts';

/**
 * Runs a repeatable call, with one retry after a connection reset: the server may have closed a kept-alive connection
 * at that moment. The caller decides about further retries.
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

/** For `catch`: a missing object becomes null; any other error is thrown. */
export function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'NoSuchKey' || codeOf(error) === 'NotFound') return null;
  throw error;
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
