/** Serves a runner with the HTTP server of Node, which Bun and Deno also have. Behind it belongs something that ends TLS. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Runner } from '../runner.ts';

export interface ServeOptions {
  /** 0 chooses a free one. */
  readonly port: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

export interface Served {
  /** `runner.url` of the manifest, on this machine. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serve(runner: Runner, { port, host = '127.0.0.1' }: ServeOptions): Promise<Served> {
  const server = createServer((request, response) => {
    respond(runner, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(runner: Runner, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]);
  const answered = await runner(
    new Request(new URL(url, 'http://runner'), {
      method,
      headers: pairs,
      ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
