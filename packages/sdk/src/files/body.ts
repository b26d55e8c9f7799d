/** Wraps a response body, so that a connection that breaks in the middle is a FareboxError. */
import { FareboxError } from '../errors.ts';

/** Errors with `network_failed`, or with the reason of the signal of the request. */
export function bodyOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(signal?.aborted === true ? signal.reason : new FareboxError('network_failed', { cause }));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
