/** The API over HTTP, for clients outside of a gateway. Never retries: a quote is paid once, so a model or a person can repeat a tool call safely. */
import { AppError, ERRORS, type ErrorMessage, ROUTES, type RouteName } from '@farebox/contract';
import type { Api, ApiRequest } from './api.ts';

export interface HttpApiOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

const TIMEOUT_MS = 30_000;

export const apiOverHttp = ({ baseUrl, apiKey }: HttpApiOptions): Api => ({
  async call<T>(route: RouteName, { params = {}, body, idempotencyKey }: ApiRequest = {}): Promise<T> {
    const { method, path } = ROUTES[route];
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = `${baseUrl}${filled(path, params)}`;
    try {
      // Redirects are refused, so the key is sent to no other server.
      const request = { method, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), ...sent } as const;
      const response = await fetch(url, request);
      return understood<T>(response.ok, (await response.json()) as Envelope);
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('service_unavailable', { cause });
    }
  },
  async read(url, bytesMax) {
    const pieces: Uint8Array[] = [];
    let left = bytesMax;
    for await (const piece of bytesAt(url, AbortSignal.timeout(TIMEOUT_MS))) {
      left -= piece.length;
      if (left < 0) throw new AppError('artifact_unavailable');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  },
});

/** The bytes behind a download URL, which is a permission by itself: no key is sent. Rejects with an AppError. */
export async function* bytesAt(url: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    const response = await fetch(url, { redirect: 'error', signal });
    if (!response.ok) throw new AppError(response.status === 404 ? 'artifact_unavailable' : 'service_unavailable');
    yield* response.body ?? [];
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('service_unavailable', { cause });
  }
}

/** Path parameters come from a model: refuse values that a URL parser would interpret, such as `..`. */
function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (/^\.{0,2}$/.test(value)) throw new AppError('not_found');
    return encodeURIComponent(value);
  });
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly message?: string; readonly details?: Readonly<Record<string, unknown>> };
}

function understood<T>(isOk: boolean, { data, error = {} }: Envelope): T {
  if (isOk && data !== undefined) return data as T;
  const { message = '', details } = error;
  const known = Object.hasOwn(ERRORS, message) ? (message as ErrorMessage) : 'service_unavailable';
  throw new AppError(known, details === undefined ? {} : { details });
}
