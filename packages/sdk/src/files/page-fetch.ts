/**
 * `fetch` by XMLHttpRequest, for one upload of a page: `fetch` itself cannot report how many bytes were sent. Never used with an API key, because
 * XMLHttpRequest follows redirects.
 */

/** The part of XMLHttpRequest that is used here; the SDK is compiled without the types of browsers. */
interface PageRequest extends EventTarget {
  readonly upload: EventTarget;
  readonly status: number;
  readonly responseText: string;
  readonly open: (method: string, url: string) => void;
  readonly setRequestHeader: (name: string, value: string) => void;
  readonly getAllResponseHeaders: () => string;
  readonly send: (body: Blob | Uint8Array<ArrayBuffer>) => void;
  readonly abort: () => void;
}

export interface PageUpload {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  /** Called while bytes are sent, with their number so far. */
  readonly onSent: (sentBytes: number) => void;
}

const pageRequest = (): (new () => PageRequest) | undefined =>
  (globalThis as { readonly XMLHttpRequest?: new () => PageRequest }).XMLHttpRequest;

/** False outside of pages and their workers. */
export const hasPageFetch = (): boolean => pageRequest() !== undefined;

/** Rejects like `fetch`: with a TypeError without a response, and with the reason of the signal. */
export function pageFetch(url: string, { method, headers, body, signal, onSent }: PageUpload): Promise<Response> {
  const Request = pageRequest();
  if (Request === undefined) throw new TypeError('XMLHttpRequest is not available here');
  signal?.throwIfAborted();
  const request = new Request();
  const abort = (): void => request.abort();
  signal?.addEventListener('abort', abort, { once: true });
  return new Promise<Response>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) =>
      onSent((event as Event & { readonly loaded: number }).loaded),
    );
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('error', () => reject(new TypeError('the request got no response')));
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  }).finally(() => signal?.removeEventListener('abort', abort));
}

/** A Response of these has no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(request: PageRequest): Response {
  const { status, responseText } = request;
  const lines = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line !== '');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  return new Response(BODILESS.has(status) ? null : responseText, { status, headers });
}
