/**
 * Sends requests to an HTTP API that a manifest describes. The key stays in this module. A request without its key, or to
 * an address that is not allowed, is never sent.
 */
import { EgressRefused } from '@farebox/kernel';
import type { Guarded } from '../../egress/guard.ts';
import { exchange, type HttpResponse } from '../../http/exchange.ts';

export interface HttpApiOptions {
  /** As the manifest has it. */
  readonly url: string;
  /** The header with the key, read at each use; null if the key is missing. Empty if the API needs none. */
  readonly auth: () => Readonly<Record<string, string>> | null;
  /** Throws EgressRefused before a packet is sent. */
  readonly guard: (url: string) => Guarded;
}

export interface HttpApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the URL, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; empty if nothing is sent. */
  readonly body?: string;
  readonly timeLimitMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

/** Nothing was sent: the key is missing, or the address is not allowed. */
export class ApiUnusable extends Error {
  override readonly name = 'ApiUnusable';
}

/** Rejects with ApiUnusable or TransportError. */
export type HttpApi = (request: HttpApiRequest) => Promise<HttpResponse>;

export const createHttpApi =
  ({ url: base, auth, guard }: HttpApiOptions): HttpApi =>
  ({ path, headers = {}, body = '', ...request }) => {
    const key = auth();
    if (key === null) return Promise.reject(new ApiUnusable('the key of the API is missing'));
    const guarded = guardedBy(guard, `${base.replace(/(?<!\/)\/+$/, '')}${path}`);
    if (guarded instanceof ApiUnusable) return Promise.reject(guarded);
    const typed = body === '' ? {} : { 'content-type': 'application/json' };
    return exchange({
      ...request,
      ...guarded,
      headers: { ...typed, ...headers, 'user-agent': 'farebox', ...key },
      ...(body === '' ? {} : { body }),
    });
  };

function guardedBy(guard: HttpApiOptions['guard'], url: string): Guarded | ApiUnusable {
  try {
    return guard(url);
  } catch (error) {
    if (error instanceof EgressRefused) return new ApiUnusable(`the address is refused: ${error.message}`);
    throw error;
  }
}
