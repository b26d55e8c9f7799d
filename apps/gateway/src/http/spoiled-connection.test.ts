/**
 * A complete request that is followed by bytes that are not HTTP, on the same connection, gets its own response first. A
 * request that was accepted and is charged must not look refused.
 */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

/** Accepts complete requests, but responds only after the parser has failed on the bytes behind them. */
async function accepting(): Promise<number> {
  const told = Promise.withResolvers<void>();
  const listener: RequestListener = (request, response) => {
    const onEnd = async (): Promise<void> => {
      await told.promise;
      response.writeHead(202).end(`accepted ${request.url}`);
    };
    request
      .on('error', () => {})
      .on('end', () => void onEnd())
      .resume();
  };
  const limits = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 20 };
  const server = createHttpServer(listener, { isDraining: () => false, limits }).listen(0, '127.0.0.1');
  server.on('clientError', () => told.resolve());
  // Body pieces that arrived together with the head are parsed one turn later.
  server.on('request', ({ url }) => void (url === '/crumbs' && setImmediate(() => told.resolve())));
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const paid = (name: string): string => `POST /${name} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\npaid`;
const crumbs = `POST /crumbs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1200)}`;

test.for([
  ['bytes that are not HTTP', '\u0001\u0002', 404],
  ['spaces beyond its length', '   ', 404],
  ['an incomplete request', 'GET / HT', 503],
  ['a body in tiny pieces', crumbs, 400],
] as const)('after %s the requests before still get their responses', async ([, behind, status]) => {
  const socket = connect(await accepting(), '127.0.0.1').on('error', () => {});
  const got = text(socket);
  socket.write(paid('first') + paid('second') + behind);
  if (status === 503) socket.end();
  const parts = (await got).split(/(?=HTTP\/1\.1 )/);
  expect(parts.map((part) => Number(part.slice(9, 12)))).toEqual([202, 202, status]);
  expect(parts.slice(0, 2).map((part) => /accepted \/\w+/.exec(part)?.[0])).toEqual([
    'accepted /first',
    'accepted /second',
  ]);
});
