/** A client whose connection breaks: it sends the whole request and does not wait for the response. */
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { gatewayUrl } from './connect.ts';

export interface LostRequest {
  readonly key: string;
  readonly path: string;
  readonly idempotencyKey: string;
  readonly body: string;
}

/** Resolves when the last byte has been sent and the connection is closed. */
export async function sendAndHangUp({ key, path, idempotencyKey, body }: LostRequest): Promise<void> {
  const { hostname, port, pathname } = new URL(`${gatewayUrl()}${path}`);
  const socket = openSocket({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    `Idempotency-Key: ${idempotencyKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()));
  socket.destroy();
  await once(socket, 'close');
}
