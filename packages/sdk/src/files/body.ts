/** The body of a response of the caller's or the service's, whose break in the middle is an error to switch on, as that of any request. */
import { FareboxError } from '../errors.ts';

/** Errors with `network_failed`, or with the reason of the signal that the response was asked for with. */
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
