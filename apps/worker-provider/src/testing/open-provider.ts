/** A provider with scripted responses, both dialects in front of it, and the conclusions from its responses. */
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Adapter, Classification } from '../adapter.ts';
import { createOpenAiAdapter } from '../adapters/openai/adapter.ts';
import { createPredictionsAdapter } from '../adapters/predictions/adapter.ts';
import { createProviderApi } from '../http/provider-api.ts';

export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const REFUSED = [401, 402, 403, 429];

export async function openProvider(reply: (request: IncomingMessage) => Said, refused: readonly number[] = REFUSED) {
  const requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const { status = 200, headers = {}, body = {} } = reply(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/v1/`);
  const refusedStatuses = new Set(refused);
  const shared = {
    api: createProviderApi({ baseUrl, key: 'sk-secret' }),
    idempotency: false,
    refusedStatuses,
    callMs: 2000,
  };
  return {
    requests,
    openai: createOpenAiAdapter({ ...shared, provider: 'openai' }),
    predictions: createPredictionsAdapter({ ...shared, provider: 'predictions' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function verdict<Request>(
  adapter: Adapter<Request>,
  request: Request,
): Promise<Classification | 'replied'> {
  try {
    await adapter.submit('token-1', request, new AbortController().signal);
    return 'replied';
  } catch (error) {
    return adapter.classify(error);
  }
}

/** A refusal in the dialect's own format. */
export const own = (code: string, more: object = {}) => ({
  error: { message: 'sk-secret in words', type: 'x', code, ...more },
});
