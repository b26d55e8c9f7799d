/** Stands between a client and a gateway, and kills the client once what it paid for is accepted, before it hears of it. Used by tests only. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param kill called once. Everything later passes. */
export async function killing(url: string, kill: () => void): Promise<AsyncDisposable & { readonly url: string }> {
  let isKilled = false;
  const server = createServer((request, reply) => {
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
      );
      const init = { method: request.method ?? 'GET', headers: headers as Record<string, string> };
      const response = await fetch(`${url}${request.url}`, body.length === 0 ? init : { ...init, body });
      const text = await response.text();
      if (!isKilled && request.headers['idempotency-key'] !== undefined) {
        isKilled = true;
        return kill();
      }
      const type = response.headers.get('content-type') ?? 'application/json';
      reply.writeHead(response.status, { 'content-type': type }).end(text);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
