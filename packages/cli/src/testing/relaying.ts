/**
 * A proxy between a client and a gateway. The gateway accepts paid requests, and the test decides which responses the
 * client receives. Used by tests only.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `lose` breaks the connection; `hold` keeps it open without a response. */
export type Fate = 'pass' | 'lose' | 'hold';

export interface Relay extends AsyncDisposable {
  readonly url: string;
  /** Idempotency keys of the paid requests, in order of arrival. */
  readonly keys: readonly string[];
}

/** @param fateOf the fate of the response to the n-th paid request, from 1. */
export async function relaying(url: string, fateOf: (paid: number) => Fate): Promise<Relay> {
  const keys: string[] = [];
  const server = createServer((request, reply) => void relayed(request, reply));
  async function relayed(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const key = request.headers['idempotency-key'] as string | undefined;
    const paid = key === undefined ? 0 : keys.push(key);
    const response = await answered(`${url}${request.url}`, request);
    const text = await response.text();
    const fate = paid === 0 ? 'pass' : fateOf(paid);
    if (fate === 'hold') return;
    if (fate === 'lose') return void request.socket.destroy();
    const type = response.headers.get('content-type') ?? 'application/json';
    reply.writeHead(response.status, { 'content-type': type }).end(text);
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Headers that apply to one connection only, and are not forwarded. */
const HOP = new Set(['host', 'connection', 'content-length']);

async function answered(url: string, request: IncomingMessage): Promise<Response> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP.has(name)));
  const init = { method: request.method ?? 'GET', headers: headers as Record<string, string> };
  return fetch(url, body.length === 0 ? init : { ...init, body });
}

/** Kills the client after its n-th paid request is accepted, before it receives the response. Later requests pass. */
export const killing = (url: string, kill: () => void, nth = 1): Promise<Relay> =>
  relaying(url, (paid) => {
    if (paid !== nth) return 'pass';
    kill();
    return 'hold';
  });
