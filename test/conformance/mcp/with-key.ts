/** Stands before `/mcp` and adds a key, for programs that can send none. Nothing else is changed. */
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Front extends AsyncDisposable {
  /** Of `/mcp`. */
  readonly url: string;
}

/** @param keys used in turn, since each may send 120 requests a minute. */
export async function withKeys(gatewayUrl: string, keys: readonly string[]): Promise<Front> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${keys[count++ % keys.length]}` };
    const options = { method: incoming.method, headers, agent: false } as const;
    const onward = ask(`${gatewayUrl}/mcp`, options, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
