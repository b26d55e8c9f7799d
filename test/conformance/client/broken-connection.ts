/** A client whose connection breaks: the whole request is sent, and nobody waits for the reply. */
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { gatewayUrl } from './connect.ts';

export interface LostRequest {
  readonly key: string;
  readonly path: string;
  readonly idempotencyKey: string;
  readonly body: string;
}

/** Resolves once the last byte has left and the connection is cut. */
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
