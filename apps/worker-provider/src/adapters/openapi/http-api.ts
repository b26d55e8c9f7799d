/**
 * Sends requests to an HTTP API that a manifest describes. The key stays in this module. A request without its key, or to
 * an address that is not allowed, is never sent.
 */
import type { Guarded } from '@farebox/kernel';
import { Unusable, usable } from '../../egress/unusable.ts';
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

/** Rejects with Unusable or TransportError. */
export type HttpApi = (request: HttpApiRequest) => Promise<HttpResponse>;

export const createHttpApi =
  ({ url: base, auth, guard }: HttpApiOptions): HttpApi =>
  async ({ path, headers = {}, body = '', ...request }) => {
    const key = auth();
    if (key === null) throw new Unusable('the key of the API is missing');
    const guarded = usable(() => guard(`${base.replace(/(?<!\/)\/+$/, '')}${path}`));
    const typed = body === '' ? {} : { 'content-type': 'application/json' };
    return await exchange({
      ...request,
      ...guarded,
      headers: { ...typed, ...headers, 'user-agent': 'farebox', ...key },
      ...(body === '' ? {} : { body }),
    });
  };
