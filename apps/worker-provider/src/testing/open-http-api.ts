/** An HTTP API on this machine with scripted responses, and the adapter of a manifest's runner in front of it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOpenApiAdapter } from '../adapters/openapi/adapter.ts';
import { createHttpApi } from '../adapters/openapi/http-api.ts';
import type { ApiRunner } from '../adapters/openapi/request.ts';
import { guardRunner } from '@farebox/tools/runners';

export interface AskedApi {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `lost`: the request arrives, and the connection ends without a response. */
export type ApiSaid =
  | 'lost'
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

export interface HttpApiServer extends AsyncDisposable {
  /** `host:port`. */
  readonly host: string;
  readonly asked: AskedApi[];
}

export async function startHttpApi(said: (asked: AskedApi, n: number) => ApiSaid): Promise<HttpApiServer> {
  const asked: AskedApi[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const line = `${request.method} ${request.url}`;
      const one = { line, headers: request.headers, body };
      asked.push(one);
      const reply = said(one, asked.length - 1);
      if (reply === 'lost') return request.socket.destroy();
      const { status = 200, headers = {}, body: sent = {} } = reply;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      return response.end(Buffer.isBuffer(sent) || typeof sent === 'string' ? sent : JSON.stringify(sent));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface HttpApiFixture extends HttpApiServer {
  readonly findings: string[];
  /** With members of the runner, of which path and method are `POST /runs` otherwise. */
  readonly adapter: (runner?: Partial<ApiRunner>, options?: AdapterChanges) => ReturnType<typeof createOpenApiAdapter>;
}

interface AdapterChanges {
  readonly key?: string | null;
  readonly privateHosts?: readonly string[];
}

export async function openHttpApi(said: (asked: AskedApi, n: number) => ApiSaid): Promise<HttpApiFixture> {
  const findings: string[] = [];
  const server = await startHttpApi(said);
  const url = `http://${server.host}/v1`;
  return {
    ...server,
    findings,
    adapter(runner = {}, { key = 'key-1', privateHosts = [server.host] } = {}) {
      const api = createHttpApi({
        url,
        auth: () => (key === null ? null : { authorization: `Bearer ${key}` }),
        guard: (address) => guardRunner(address, { privateHosts }),
      });
      return createOpenApiAdapter({
        provider: 'tool-acme-draw',
        runner: { ...RUNNER, url, ...runner },
        api,
        callMs: 2000,
        findings: (call, finding) => void findings.push(`${call}: ${finding}`),
      });
    },
  };
}

const RUNNER: ApiRunner = {
  kind: 'openapi',
  url: 'http://localhost',
  method: 'POST',
  path: '/runs',
  maxRuntimeSeconds: 60,
  concurrency: 1,
};
