/** A minimal round-robin load balancer: it asks each gateway whether it is ready, and never repeats a request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondsOk } from './system.ts';

export interface Balancer {
  readonly url: string;
  readonly close: () => void;
}

const ASK_MS = 200;
const KEEP_ALIVE_MS = 600_000;

export async function startBalancer(gateways: readonly string[]): Promise<Balancer> {
  const ready = new Set(gateways);
  let turn = 0;
  const asking = setInterval(() => {
    for (const url of gateways)
      void respondsOk(`${url}/readyz`).then((ok) => void (ok ? ready.add(url) : ready.delete(url)));
  }, ASK_MS);
  const server = createServer((incoming, outgoing) => {
    const urls = [...ready];
    const url = urls[turn++ % urls.length];
    if (url === undefined) return void outgoing.writeHead(502).end();
    pass(url, incoming, outgoing);
  });
  // Longer than the gateways' keep-alive, so that the balancer never closes a connection under a request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(asking);
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(url);
  const { method, url: path, headers } = incoming;
  const options = { hostname, port, method, path, headers: { ...headers, connection: 'close' } };
  const onward = request(options, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'keep-alive' });
    reply.pipe(outgoing);
  });
  onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(onward);
}
