/**
 * Sends requests to a provider's API. Its base URL and key stay in this module, and its responses are returned
 * unchanged.
 */
import { loopbackLookup } from '../egress/guard.ts';
import { type HttpResponse, exchange } from './exchange.ts';

export interface ApiOptions {
  readonly baseUrl: URL;
  readonly key: string;
  /** The simulator may be on an internal network over plain HTTP, because requests to it contain no secrets. */
  readonly isSimulator?: boolean;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path after the base URL, with a query if there is one. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly timeLimitMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export type ProviderApi = (request: ApiRequest) => Promise<HttpResponse>;

export const KIB = 1024;
export const MIB = 1024 * KIB;
/** Size limit of a response without a file in it. */
export const JSON_BYTES_MAX = 1024 * KIB;

export function createProviderApi({ baseUrl, key, isSimulator = false }: ApiOptions): ProviderApi {
  const plain = baseUrl.protocol === 'http:' && !isSimulator ? { lookup: loopbackLookup() } : {};
  const base = `${baseUrl.origin}${baseUrl.pathname.replace(/(?<!\/)\/+$/, '')}`;
  return ({ path, headers = {}, ...request }) =>
    exchange({
      ...request,
      ...plain,
      url: new URL(`${base}${path}`),
      headers: { ...headers, authorization: `Bearer ${key}`, 'user-agent': 'farebox' },
    });
}
