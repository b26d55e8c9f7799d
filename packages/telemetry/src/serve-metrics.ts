/**
 * Serves `GET /metrics` on a separate host and port, so that the public port never exposes metrics. Other requests get
 * 404.
 */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface ServeMetricsOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly registry: Registry;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Resolves when the server listens; rejects if the port is taken. */
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
