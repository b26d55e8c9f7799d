/** An HTTP client of the API as a customer would write it: one key, one of the two gateways. */
import { runningSystem } from './provided.ts';

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  /** `data` of a success; throws when the response is an error. */
  readonly data: T;
}

export interface Client {
  readonly get: <T>(path: string) => Promise<Reply<T>>;
  readonly post: <T>(path: string, body: object, idempotencyKey?: string) => Promise<Reply<T>>;
}

const GATEWAYS = { a: 0, b: 1 };
/** The longest time that a response may take. */
const RESPONSE_TIMEOUT_MS = 10_000;

export function connect(key: string, gateway: keyof typeof GATEWAYS): Client {
  const baseUrl = runningSystem().gatewayUrls[GATEWAYS[gateway]] as string;
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<Reply<T>> => {
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as object) };
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    return understand(await fetch(`${baseUrl}${path}`, { ...init, headers, signal }), path);
  };
  return {
    get: (path) => ask(path),
    post: (path, body, idempotencyKey) => {
      const idempotency = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const headers = { 'Content-Type': 'application/json', ...idempotency };
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}

async function understand<T>(response: Response, path: string): Promise<Reply<T>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    get data(): T {
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`);
      return (JSON.parse(text) as { data: T }).data;
    },
  };
}
