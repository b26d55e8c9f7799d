/** A readable stream over another one: errors are mapped to the port's errors, and destroying either destroys both. */
import { PassThrough, type Readable } from 'node:stream';

export function withMappedErrors(source: Readable, toError: (error: Error) => Error): Readable {
  const out = new PassThrough({ highWaterMark: source.readableHighWaterMark });
  source.on('error', (error) => out.destroy(toError(error)));
  source.on('close', () => {
    // A source that closes before its end (a cut connection) must not look complete.
    if (!source.readableEnded && !out.destroyed) out.destroy(toError(new Error('the stream closed before its end')));
  });
  out.on('close', () => source.destroy());
  source.pipe(out);
  return out;
}
