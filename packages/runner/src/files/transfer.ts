/** Requests for files of a run. Farebox may be busy for a moment, so a request without an outcome is repeated twice. */
import { setTimeout as pause } from 'node:timers/promises';

const PAUSES_MS = [500, 2_000];

export interface Transfer {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly init?: { readonly method: 'PUT'; readonly body: Blob; readonly headers: Readonly<Record<string, string>> };
}

/** Resolves with a successful response. Rejects with the status, never with the URL, which must not be in a log. */
export async function transfer({ url, signal, init }: Transfer): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, { ...init, signal, redirect: 'error' }).catch((error: unknown) => {
      if (signal.aborted || attempt >= PAUSES_MS.length) throw new Error('Farebox cannot be reached', { cause: error });
      return null;
    });
    if (response?.ok === true) return response;
    await response?.body?.cancel();
    if (response !== null && (response.status !== BUSY || attempt >= PAUSES_MS.length))
      throw new Error(`${init === undefined ? 'a download' : 'an upload'} ended with status ${response.status}`);
    await pause(PAUSES_MS[attempt], undefined, { signal });
  }
}

const BUSY = 503;
