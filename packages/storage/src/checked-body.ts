/** A put's body on its way into a store: counted against its declared size, its own failure told apart from the store's. */
import { InvariantError } from '@farebox/kernel';
import { StorageUnavailableError } from './errors.ts';

class BodyError extends Error {
  override readonly name = 'BodyError';
}

/** A stage for `pipeline`, right after the body. */
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

/** What a failed put rejects with: the body's own error, the caller's mistake, or the store's failure. */
export function putError(error: unknown): unknown {
  if (error instanceof BodyError) return error.cause;
  return error instanceof InvariantError ? error : new StorageUnavailableError('write an object', error);
}

export const wrongSize = (sizeBytes: number): InvariantError =>
  new InvariantError(`the body is not the declared ${sizeBytes} bytes`);
