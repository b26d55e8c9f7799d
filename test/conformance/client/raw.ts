/** Sends requests that `fetch` would not send: raw bytes over a connection of their own. */
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gatewayUrl } from './connect.ts';

/** Sends `GET /tools` with these header lines and reads until the gateway closes the connection. The path is below the base path. */
export async function exchanged(request: string, lines: readonly string[], body = ''): Promise<string> {
  const [method, path = ''] = request.split(' ');
  const { hostname, port, pathname } = new URL(`${gatewayUrl()}${path}`);
  const socket = openSocket({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(`${[`${method} ${pathname} HTTP/1.1`, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n${body}`);
  return await text(socket);
}

/** Sends nothing or half a request, and reads until the gateway closes the connection. */
export async function halfSent(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gatewayUrl());
  const socket = openSocket({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(bytes);
  return await text(socket);
}
