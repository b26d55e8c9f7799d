/** For tests: a receiver of webhooks on this machine. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** Response status by path; null never responds. */
  readonly statuses: Map<string, number | null>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const statuses = new Map<string, number | null>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = statuses.get(request.url ?? '') ?? null;
      if (status !== null || !statuses.has(request.url ?? '')) response.writeHead(status ?? 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    statuses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
