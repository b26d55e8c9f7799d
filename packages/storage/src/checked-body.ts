/**
 * The body of a put on its way into a store: its size is checked against the declared size, and its own failure is
 * distinguished from the store's.
 */
import { InvariantError } from '@farebox/kernel';
import { StorageUnavailableError } from './errors.ts';

class BodyError extends Error {
  override readonly name = 'BodyError';
}

/** A stage for `pipeline`, directly after the body. */
export function checkedBody(sizeBytes: number): (body: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (body) {
    let seen = 0;
    for await (const chunk of ownErrors(body)) {
      seen += chunk.length;
      if (seen > sizeBytes) throw wrongSize(sizeBytes);
      yield chunk;
    }
    if (seen !== sizeBytes) throw wrongSize(sizeBytes);
  };
}

async function* ownErrors(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw new BodyError('the body broke', { cause: error });
  }
}

/** The error of a failed put: the body's own error, the caller's mistake, or the store's failure. */
export function putError(error: unknown): unknown {
  if (error instanceof BodyError) return error.cause;
  return error instanceof InvariantError ? error : new StorageUnavailableError('write an object', error);
}

export const wrongSize = (sizeBytes: number): InvariantError =>
  new InvariantError(`the body does not have the declared ${sizeBytes} bytes`);
