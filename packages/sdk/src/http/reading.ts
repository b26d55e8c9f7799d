/**
 * Requests and bodies that a signal really ends. Node 20 and 22 hold the signal of a fetch weakly: after a garbage collection neither an abort nor
 * a timeout reaches the connection. So each wait here listens to the signal itself.
 */

export interface Limit {
  /** Aborted with the reason of the caller's signal, or when the time is over. */
  readonly signal: AbortSignal;
  /** Call once the limited work has ended. */
  readonly end: () => void;
}

/** @param ms from now. */
export function limitOf(ms: number, caller: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no response within ${ms / 1000} s`)), ms);
  if (caller?.aborted === true) abort();
  else caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** Settles like `promise`, or rejects with the reason of the signal. */
export async function before<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export interface Reading {
  readonly signal: AbortSignal | undefined;
  /** The longest wait for a chunk. */
  readonly silenceMs?: number;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = Awaited<ReturnType<Reader['read']>>;

/** The next chunk. Rejects with the reason of the signal, the error of a broken connection, or an Error after `silenceMs` without a chunk. */
export async function nextOf(reader: Reader, { signal, silenceMs }: Reading): Promise<Piece> {
  if (silenceMs === undefined) return before(reader.read(), signal);
  const limit = limitOf(silenceMs, signal);
  return before(reader.read(), limit.signal).finally(() => limit.end());
}

/** The chunks of a body. Throws like `nextOf`. */
export async function* chunksOf(body: ReadableStream<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const piece = await nextOf(reader, reading);
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    // Closes the connection. The end is not awaited: on a broken connection it may never come.
    reader.cancel().catch(() => {});
  }
}

/** The whole body as text. Throws like `chunksOf`. */
export async function textOf({ body }: Response, signal: AbortSignal | undefined): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunksOf(body, { signal })) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
