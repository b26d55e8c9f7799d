/** `GET /metrics` on a host and port of its own, so that the public port never shows it. Anything else is 404. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface ServeMetricsOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly registry: Registry;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Resolves when it listens; rejects when the port is taken. */
export async function serveMetrics({ host, port, registry }: ServeMetricsOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => void reply(request, response, registry));
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function reply(request: IncomingMessage, response: ServerResponse, registry: Registry): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  request.resume();
  if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  } catch {
    response.writeHead(500).end(); // a gauge that reads something failed; the next scrape tries again
  }
}
