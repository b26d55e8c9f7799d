/** For tests: a TCP proxy in front of a server, which can cut the connections or make them hang. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** URL of `target` through this proxy. */
  readonly url: string;
  /** Closes all connections and accepts no new ones. */
  readonly cut: () => void;
  /** Keeps all connections open and forwards no more bytes. */
  readonly hang: () => void;
  readonly close: () => Promise<void>;
}

/** @param at port of a proxy that was cut, to replace it. */
export async function startProxy(target: string, at = 0): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => hanging || to.write(chunk));
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    hang: () => void (hanging = true),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      cut();
      await closed;
    },
  };
}
