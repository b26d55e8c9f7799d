/** Files from other addresses than the API: a connection that breaks or falls silent in the middle is a FareboxError. */
import { unreachable } from '../errors.ts';
import { before, limitOf, nextOf } from '../http/reading.ts';

export interface Fetching {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal | undefined;
  /** The longest wait for the response, and then for each chunk of its body. */
  readonly silenceMs: number;
  /** An address of the caller's own, and not of the service. */
  readonly isForeign?: boolean | undefined;
}

/** Rejects with `network_failed`, or with the reason of the signal. */
export async function respond(url: string, { fetch, signal, silenceMs, isForeign }: Fetching): Promise<Response> {
  signal?.throwIfAborted();
  const limit = limitOf(silenceMs, signal);
  const opening = new AbortController();
  try {
    return await before(fetch(url, { signal: opening.signal }), limit.signal);
  } catch (cause) {
    opening.abort();
    throw failureOf(cause, url, { signal, isForeign });
  } finally {
    limit.end();
  }
}

/** Errors like `respond`. */
export function bodyOf(
  body: ReadableStream<Uint8Array>,
  { url, signal, silenceMs, isForeign }: Omit<Fetching, 'fetch'> & { readonly url: string },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await nextOf(reader, { signal, silenceMs });
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        reader.cancel(cause).catch(() => {});
        controller.error(failureOf(cause, url, { signal, isForeign }));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const failureOf = (
  cause: unknown,
  url: string,
  { signal, isForeign }: Pick<Fetching, 'signal' | 'isForeign'>,
): unknown => (signal?.aborted === true ? signal.reason : unreachable(new URL(url).origin, cause, isForeign !== true));
